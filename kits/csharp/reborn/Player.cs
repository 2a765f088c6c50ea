// A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
//
//   build: mcs -optimize+ -out:player.exe *.cs
//   run:   mono player.exe
//
// It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
// the skill, which blows them up.
// パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
using System;
using System.Collections.Generic;
using System.Linq;

/// A pack: A B over C D.
struct Pack
{
    public int A, B, C, D;

    public static Pack Read()
    {
        var pack = new Pack { A = Arena.ReadInt(), B = Arena.ReadInt(), C = Arena.ReadInt(), D = Arena.ReadInt() };
        Arena.ReadWord(); // END
        return pack;
    }

    /// Turned clockwise: C A over D B.
    public Pack Rotated(int times)
    {
        return times == 0 ? this : new Pack { A = C, B = A, C = D, D = B }.Rotated(times - 1);
    }
}

/// A field: a pile for each column, the lowest block first.  下から順
class Field
{
    public const int Columns = 10, Rows = 16;
    public readonly List<int>[] Piles;

    public Field()
    {
        Piles = Enumerable.Range(0, Columns).Select(x => new List<int>()).ToArray();
    }

    public Field(Field other)
    {
        Piles = other.Piles.Select(pile => new List<int>(pile)).ToArray();
    }

    public static Field Read()
    {
        var field = new Field();
        for (int row = 0; row < Rows; row++) // from the top  上の段から
            for (int x = 0; x < Columns; x++) field.Push(x, Arena.ReadInt());
        Arena.ReadWord(); // END
        foreach (var pile in field.Piles) pile.Reverse();
        return field;
    }

    public int Count { get { return Piles.Sum(pile => pile.Count); } }
    public int Highest { get { return Piles.Max(pile => pile.Count); } }
    public int Fives { get { return Piles.Sum(pile => pile.Count(block => block == 5)); } }

    public void Push(int x, int block)
    {
        if (block != 0) Piles[x].Add(block);
    }

    public void Drop(Pack pack, int position)
    {
        Push(position, pack.C);
        Push(position, pack.A);
        Push(position + 1, pack.D);
        Push(position + 1, pack.B);
    }

    int At(int x, int y)
    {
        bool isInside = x >= 0 && x < Columns && y >= 0 && y < Piles[x].Count;
        return isInside ? Piles[x][y] : 0;
    }

    bool MakesTen(int x, int y)
    {
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++)
                if ((dx != 0 || dy != 0) && At(x, y) + At(x + dx, y + dy) == 10) return true;
        return false;
    }

    /// The field without all blocks that make ten with a neighbour.
    /// となりと足して 10 になるブロックを消します。
    public Field Vanished()
    {
        var kept = new Field();
        for (int x = 0; x < Columns; x++)
            for (int y = 0; y < Piles[x].Count; y++)
                if (!MakesTen(x, y)) kept.Push(x, At(x, y));
        return kept;
    }
}

class Side
{
    public int TimeLeft; // milliseconds  残り時間(ミリ秒)
    public int Stock;    // ojama that wait to fall on this player  降ってくるお邪魔の数
    public int Gauge, Score;
    public Field Field;

    public static Side Read()
    {
        return new Side
        {
            TimeLeft = Arena.ReadInt(), Stock = Arena.ReadInt(), Gauge = Arena.ReadInt(), Score = Arena.ReadInt(),
            Field = Field.Read()
        };
    }
}

static class Player
{
    const int Packs = 500, Ojama = 11, SkillGauge = 80, Lost = -1000;

    /// How good it is to drop the pack there: more is better.
    static int Evaluate(Side me, Pack pack, int position)
    {
        var field = new Field(me.Field);
        int chain = 0;
        if (me.Stock >= Field.Columns) // a row of ojama falls first  先にお邪魔が 1 段降る
            for (int x = 0; x < Field.Columns; x++) field.Push(x, Ojama);
        field.Drop(pack, position);
        for (Field after = field.Vanished(); after.Count < field.Count; after = field.Vanished())
        {
            field = after;
            chain++;
        }
        if (field.Highest > Field.Rows) return Lost;
        // YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
        // For instance: look at the next packs too, and build a long chain before you fire it.
        return 10 * chain + 2 * field.Fives - field.Highest;
    }

    static string Choose(Side me, Pack pack)
    {
        int best = Lost - 1;
        string move = "";
        if (me.Gauge >= SkillGauge && me.Field.Fives > 0) return "S";
        for (int position = 0; position < Field.Columns - 1; position++)
            for (int times = 0; times < 4; times++)
            {
                int value = Evaluate(me, pack.Rotated(times), position);
                if (value <= best) continue;
                best = value;
                move = position + " " + times;
            }
        return move;
    }

    static void Main()
    {
        Arena.Answer("starter-csharp"); // the name comes first  最初に名前を出力
        List<Pack> packs = Arena.ReadMany(Packs, Pack.Read);
        while (true)
        {
            int turn = Arena.ReadInt();
            Side me = Side.Read();
            Side.Read(); // the opponent  相手
            Arena.Answer(Choose(me, packs[turn]));
        }
    }
}
