import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The client library: getReady, walk, look, search and put.
 * CHaser の通信をするライブラリです。ふつうは書きかえません。
 *
 * <pre>
 * The nine cells that come back are numbered     0 1 2     0 floor   床
 * row by row; you stand on cell 4.               3 4 5     1 enemy   相手
 * (search: nine cells straight ahead.)           6 7 8     2 block   ブロック
 *                                                          3 item    アイテム
 * </pre>
 * An IOException says that the game has ended.  ゲームが終わると IOException が起きます。
 */
final class Client {
    static final char UP = 'u', RIGHT = 'r', DOWN = 'd', LEFT = 'l';
    static final int FLOOR = 0, ENEMY = 1, BLOCK = 2, ITEM = 3;

    private final BufferedReader input;
    private final OutputStream output;

    /** Connects to the server named on the command line (HOST PORT [NAME]); without one, the game is
     *  played over standard input and output. */
    Client(String[] args, String name) throws IOException {
        InputStream bytes = System.in;
        if (args.length >= 2) {
            Socket socket = new Socket(args[0], Integer.parseInt(args[1]));
            bytes = socket.getInputStream();
            output = socket.getOutputStream();
        } else {
            output = System.out;
        }
        input = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
        send(args.length >= 3 ? args[2] : name);
    }

    /** Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す */
    int[] getReady() throws IOException {
        receive(); // @
        send("gr");
        return cellsOf(receive());
    }

    int[] walk(char direction) throws IOException {
        return act('w', direction);
    }

    /** The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス */
    int[] look(char direction) throws IOException {
        return act('l', direction);
    }

    /** The nine cells straight ahead.  直線 9 マス */
    int[] search(char direction) throws IOException {
        return act('s', direction);
    }

    int[] put(char direction) throws IOException {
        return act('p', direction);
    }

    private int[] act(char what, char direction) throws IOException {
        send("" + what + direction);
        String line = receive();
        send("#");
        return cellsOf(line);
    }

    /** A line is 1 and nine cells; 0 in place of the 1 says that the game has ended. */
    private static int[] cellsOf(String line) throws IOException {
        if (!line.startsWith("1")) throw new IOException("the game is over");
        return line.substring(1, 10).chars().map(digit -> digit - '0').toArray();
    }

    private String receive() throws IOException {
        String line = input.readLine();
        if (line == null) throw new IOException("the connection is closed");
        return line;
    }

    private void send(String line) throws IOException {
        output.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        output.flush();
    }
}
