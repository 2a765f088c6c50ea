import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.function.Supplier;

/**
 * Talks with the arena over standard input and output.
 * 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
 */
final class Arena {
    private static final BufferedReader INPUT = new BufferedReader(new InputStreamReader(System.in));
    private static StringTokenizer words = new StringTokenizer("");

    /** The next word of the input. The program ends when there is none: the game is over. */
    static String readWord() {
        while (!words.hasMoreTokens()) words = new StringTokenizer(readLine());
        return words.nextToken();
    }

    static int readInt() {
        return Integer.parseInt(readWord());
    }

    /** A list of `count` things that `read` reads. */
    static <T> List<T> readMany(int count, Supplier<T> read) {
        List<T> list = new ArrayList<>();
        for (int i = 0; i < count; i++) list.add(read.get());
        return list;
    }

    /** Prints a line and flushes it: what is not flushed never arrives.  flush を忘れると届きません。 */
    static void answer(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }

    private static String readLine() {
        try {
            String line = INPUT.readLine();
            if (line == null) System.exit(0);
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Arena() {}
}
