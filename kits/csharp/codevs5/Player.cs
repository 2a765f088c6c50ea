// A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
//
//   build: mcs -optimize+ -out:player.exe *.cs
//   run:   mono player.exe
//
// Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a soul.
// 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
using System;
using System.Collections.Generic;
using System.Linq;

/// A step and its letter. N stays.  U 上 L 左 R 右 D 下 N 動かない
class Step
{
    public char Letter;
    public int Down, Right;

    public static readonly Step[] All =
    {
        new Step { Letter = 'N', Down = 0, Right = 0 }, new Step { Letter = 'U', Down = -1, Right = 0 },
        new Step { Letter = 'L', Down = 0, Right = -1 }, new Step { Letter = 'R', Down = 0, Right = 1 },
        new Step { Letter = 'D', Down = 1, Right = 0 }
    };
}

struct Place
{
    public int Row, Col;

    public static Place Read()
    {
        return new Place { Row = Arena.ReadInt(), Col = Arena.ReadInt() };
    }

    public static Place ReadNamed()
    {
        Arena.ReadInt(); // the id: ninjas and dogs have one
        return Read();
    }

    public Place Neighbour(Step step)
    {
        return new Place { Row = Row + step.Down, Col = Col + step.Right };
    }
}

class Side
{
    const int Jutsu = 8, MiddleRow = 8;
    public int Power;          // nin-power, for jutsu  忍力
    public List<string> Cells; // W wall, O rock, _ floor  壁・岩・床
    public List<Place> Ninjas, Dogs, Souls;
    public List<int> Uses; // how often each jutsu was used

    public static Side Read()
    {
        int power = Arena.ReadInt(), rows = Arena.ReadInt();
        Arena.ReadInt(); // columns
        return new Side
        {
            Power = power,
            Cells = Arena.ReadMany(rows, Arena.ReadWord),
            Ninjas = Arena.ReadMany(Arena.ReadInt(), Place.ReadNamed),
            Dogs = Arena.ReadMany(Arena.ReadInt(), Place.ReadNamed),
            Souls = Arena.ReadMany(Arena.ReadInt(), Place.Read),
            Uses = Arena.ReadMany(Jutsu, Arena.ReadInt)
        };
    }

    public bool IsFloor(Place place)
    {
        return Cells[place.Row][place.Col] == '_';
    }

    /// Steps from every cell to the nearest target (breadth-first search).  幅優先探索
    public Dictionary<Place, int> Distances(List<Place> targets)
    {
        var found = new Dictionary<Place, int>();
        var queue = new Queue<Place>(targets.Where(IsFloor));
        foreach (Place place in queue) found[place] = 0;
        while (queue.Count > 0)
        {
            Place place = queue.Dequeue();
            foreach (Step step in Step.All)
            {
                Place to = place.Neighbour(step);
                if (!IsFloor(to) || found.ContainsKey(to)) continue;
                found[to] = found[place] + 1;
                queue.Enqueue(to);
            }
        }
        return found;
    }

    /// Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half.
    public List<Place> Share(int ninja)
    {
        var mine = Souls.Where(soul => (soul.Row > MiddleRow) == (ninja == 1)).ToList();
        return mine.Count > 0 ? mine : Souls;
    }
}

static class Player
{
    const int Far = 1000; // the distance of what cannot be reached  たどり着けない距離

    static int Distance(Dictionary<Place, int> distances, Place place)
    {
        int distance;
        return distances.TryGetValue(place, out distance) ? distance : Far;
    }

    static string BestWalk(Side side, Place ninja, List<Place> souls)
    {
        var toSoul = side.Distances(souls);
        var toDog = side.Distances(side.Dogs);
        int best = int.MinValue;
        string walk = "";
        foreach (Step first in Step.All)
            foreach (Step second in Step.All)
            {
                Place via = ninja.Neighbour(first), to = via.Neighbour(second);
                if (!side.IsFloor(via) || !side.IsFloor(to)) continue;
                int taken = new[] { via, to }.Distinct().Count(souls.Contains);
                // A dog takes one step after us: beside a dog we are caught.  犬のとなりで止まると捕まる
                int danger = Distance(toDog, to) < 2 ? 500 : 0;
                // YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう
                int value = 20 * taken - Distance(toSoul, to) - danger;
                if (value <= best) continue;
                best = value;
                walk = "" + first.Letter + second.Letter;
            }
        return walk;
    }

    static void Main()
    {
        Arena.Answer("starter-csharp"); // the name comes first  最初に名前を出力
        while (true)
        {
            Arena.ReadInt(); // time left in milliseconds  残り時間
            Arena.ReadMany(Arena.ReadInt(), Arena.ReadInt); // what the jutsu cost  忍術のコスト
            Side me = Side.Read();
            Side.Read(); // the opponent  相手
            Arena.Answer("2"); // 3 with a jutsu line before the walks  忍術を使うときは 3 行
            for (int ninja = 0; ninja < me.Ninjas.Count; ninja++)
                Arena.Answer(BestWalk(me, me.Ninjas[ninja], me.Share(ninja)));
        }
    }
}
