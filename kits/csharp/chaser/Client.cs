using System;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Text;

/// The client library: GetReady, Walk, Look, Search and Put.
/// CHaser の通信をするライブラリです。ふつうは書きかえません。
///
/// The nine cells that come back are numbered     0 1 2     0 floor   床
/// row by row; you stand on cell 4.               3 4 5     1 enemy   相手
/// (Search: nine cells straight ahead.)           6 7 8     2 block   ブロック
///                                                          3 item    アイテム
class Client
{
    public const char Up = 'u', Right = 'r', Down = 'd', Left = 'l';
    public const int Floor = 0, Enemy = 1, Block = 2, Item = 3;

    /// Thrown when the game has ended.  ゲーム終了
    public class GameOver : Exception { }

    readonly StreamReader input;
    readonly Stream output;

    /// Connects to the server named on the command line (HOST PORT [NAME]); without one, the game is
    /// played over standard input and output.
    public Client(string[] args, string name)
    {
        Stream bytes = Console.OpenStandardInput();
        output = Console.OpenStandardOutput();
        if (args.Length >= 2) bytes = output = new TcpClient(args[0], int.Parse(args[1])).GetStream();
        input = new StreamReader(bytes);
        Send(args.Length >= 3 ? args[2] : name);
    }

    /// Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す
    public int[] GetReady()
    {
        Receive(); // @
        Send("gr");
        return CellsOf(Receive());
    }

    public int[] Walk(char direction)
    {
        return Act('w', direction);
    }

    /// The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス
    public int[] Look(char direction)
    {
        return Act('l', direction);
    }

    /// The nine cells straight ahead.  直線 9 マス
    public int[] Search(char direction)
    {
        return Act('s', direction);
    }

    public int[] Put(char direction)
    {
        return Act('p', direction);
    }

    int[] Act(char what, char direction)
    {
        Send("" + what + direction);
        string line = Receive();
        Send("#");
        return CellsOf(line);
    }

    /// A line is 1 and nine cells; 0 in place of the 1 says that the game has ended.
    static int[] CellsOf(string line)
    {
        if (!line.StartsWith("1")) throw new GameOver();
        return line.Substring(1, 9).Select(digit => digit - '0').ToArray();
    }

    string Receive()
    {
        string line = input.ReadLine();
        if (line == null) throw new GameOver();
        return line;
    }

    void Send(string line)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(line + "\r\n");
        output.Write(bytes, 0, bytes.Length);
        output.Flush();
    }
}
