using System;
using System.Collections.Generic;
using System.IO;

/// Talks with the arena over standard input and output.
/// 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
static class Arena
{
    static readonly TextReader input = new StreamReader(Console.OpenStandardInput());
    static readonly Queue<string> words = new Queue<string>();

    /// The next word of the input. The program ends when there is none: the game is over.
    public static string ReadWord()
    {
        while (words.Count == 0)
        {
            string line = input.ReadLine();
            if (line == null) Environment.Exit(0);
            foreach (string word in line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries))
                words.Enqueue(word);
        }
        return words.Dequeue();
    }

    public static int ReadInt()
    {
        return int.Parse(ReadWord());
    }

    /// A list of `count` things that `read` reads.
    public static List<T> ReadMany<T>(int count, Func<T> read)
    {
        var list = new List<T>();
        for (int i = 0; i < count; i++) list.Add(read());
        return list;
    }

    /// Prints a line and flushes it: what is not flushed never arrives.  flush を忘れると届きません。
    public static void Answer(string line)
    {
        Console.Write(line + "\n");
        Console.Out.Flush();
    }
}
