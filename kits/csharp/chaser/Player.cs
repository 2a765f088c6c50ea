// A first player for CHaser.  CHaser の最初のプレイヤーです。
//
//   build: mcs -optimize+ -out:player.exe *.cs
//   run:   mono player.exe
//   on a server:  mono player.exe HOST PORT NAME
//
// It puts a block on an enemy beside it, collects items where that is safe, and explores.
// 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
using System;
using System.Collections.Generic;
using System.Linq;

class Direction
{
    public char Letter;
    public int Side;      // the cell in this direction  となりのマス
    public int[] Corners; // the corners beside that cell  ななめ
    public int Dx, Dy;

    public static readonly Direction[] All =
    {
        new Direction { Letter = Client.Up, Side = 1, Corners = new[] { 0, 2 }, Dx = 0, Dy = -1 },
        new Direction { Letter = Client.Right, Side = 5, Corners = new[] { 2, 8 }, Dx = 1, Dy = 0 },
        new Direction { Letter = Client.Down, Side = 7, Corners = new[] { 6, 8 }, Dx = 0, Dy = 1 },
        new Direction { Letter = Client.Left, Side = 3, Corners = new[] { 0, 6 }, Dx = -1, Dy = 0 }
    };

    public int CountCorners(int[] cells, int what)
    {
        return Corners.Count(corner => cells[corner] == what);
    }
}

/// Remembers how often each cell was visited; the start is (0, 0).  歩いた回数の記録
class Explorer
{
    int x, y;
    readonly Dictionary<string, int> visits = new Dictionary<string, int> { { "0 0", 1 } };

    static string Key(int x, int y)
    {
        return x + " " + y;
    }

    public int Times(Direction direction)
    {
        int times;
        return visits.TryGetValue(Key(x + direction.Dx, y + direction.Dy), out times) ? times : 0;
    }

    public void Go(Direction direction)
    {
        int times = Times(direction);
        x += direction.Dx;
        y += direction.Dy;
        visits[Key(x, y)] = times + 1;
    }
}

static class Player
{
    const int Never = -100000;

    /// How good a step in this direction is: more is better.
    static int Evaluate(Explorer explorer, int[] cells, Direction direction)
    {
        int cell = cells[direction.Side];
        if (cell == Client.Block) return Never;
        // A step beside an enemy lets it put a block on us.  相手のとなりに行くと負ける
        if (direction.CountCorners(cells, Client.Enemy) > 0) return Never;
        // Taking an item leaves a block behind us: is a side of the item's cell open?
        // アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。
        bool isTrap = direction.CountCorners(cells, Client.Block) == 2;
        if (cell == Client.Item) return isTrap ? Never : 1000;
        // YOUR IDEA HERE: keep a map, use Look and Search, wall the enemy in.  ここを工夫しよう
        return 10 * direction.CountCorners(cells, Client.Item) - explorer.Times(direction);
    }

    static void Act(Client client, int[] cells, Explorer explorer)
    {
        Direction enemy = Direction.All.FirstOrDefault(direction => cells[direction.Side] == Client.Enemy);
        Direction best = Direction.All.OrderByDescending(direction => Evaluate(explorer, cells, direction)).First();
        if (enemy != null)
        {
            client.Put(enemy.Letter);
        }
        else if (Evaluate(explorer, cells, best) == Never)
        {
            client.Look(Client.Up); // waits  待つ
        }
        else
        {
            explorer.Go(best);
            client.Walk(best.Letter);
        }
    }

    static void Main(string[] args)
    {
        var client = new Client(args, "starter-csharp");
        var explorer = new Explorer();
        try
        {
            while (true) Act(client, client.GetReady(), explorer);
        }
        catch (Client.GameOver)
        {
        }
    }
}
