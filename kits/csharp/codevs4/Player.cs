// A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
//
//   build: mcs -optimize+ -out:player.exe *.cs
//   run:   mono player.exe
//
// Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
// ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
using System;
using System.Collections.Generic;
using System.Linq;

enum Kind { Worker, Knight, Fighter, Assassin, Castle, Village, Base, Nothing }

class Place : IEquatable<Place>
{
    public const int Size = 100;
    public int Y, X;

    public static Place Read()
    {
        return new Place { Y = Arena.ReadInt(), X = Arena.ReadInt() };
    }

    public Place Turned()
    {
        return new Place { Y = Size - 1 - Y, X = Size - 1 - X };
    }

    public int Distance(Place other)
    {
        return Math.Abs(Y - other.Y) + Math.Abs(X - other.X);
    }

    public bool Equals(Place other)
    {
        return Distance(other) == 0;
    }

    /// The letter of a step towards a place; nothing when we are there.
    public string Step(Place to)
    {
        if (Y != to.Y) return Y < to.Y ? "D" : "U";
        if (X != to.X) return X < to.X ? "R" : "L";
        return "";
    }
}

class Unit
{
    public int Id;
    public Place Place;
    public int Hp;
    public Kind Kind;

    public static Unit Read()
    {
        return new Unit { Id = Arena.ReadInt(), Place = Place.Read(), Hp = Arena.ReadInt(), Kind = (Kind)Arena.ReadInt() };
    }
}

class Turn
{
    public int Stage, Number, Money;
    public List<Unit> Units, Enemies;  // our own; enemies in view  見えている敵
    public List<Place> Resources;      // those in view
    public bool IsFlipped; // we sit at the lower right; everything above is turned round already

    public static Turn Read()
    {
        Arena.ReadInt(); // time left in milliseconds  残り時間
        var turn = new Turn
        {
            Stage = Arena.ReadInt(), Number = Arena.ReadInt(), Money = Arena.ReadInt(),
            Units = Arena.ReadMany(Arena.ReadInt(), Unit.Read),
            Enemies = Arena.ReadMany(Arena.ReadInt(), Unit.Read),
            Resources = Arena.ReadMany(Arena.ReadInt(), Place.Read)
        };
        Arena.ReadWord(); // END
        Place castle = turn.OfKind(Kind.Castle)[0].Place;
        if (castle.Y + castle.X >= Place.Size) turn.Flip();
        return turn;
    }

    /// Turns the field round, so that our corner is always the upper left one.
    /// 自分の城がいつも左上になるように座標をひっくり返します。
    void Flip()
    {
        IsFlipped = true;
        foreach (Unit unit in Units.Concat(Enemies)) unit.Place = unit.Place.Turned();
        Resources = Resources.Select(place => place.Turned()).ToList();
    }

    public List<Unit> OfKind(Kind kind)
    {
        return Units.Where(unit => unit.Kind == kind).ToList();
    }
}

/// What we have seen in this stage.  このステージで見たもの
class Memory
{
    public readonly List<Place> Resources = new List<Place>();
    public Place EnemyCastle;

    public void Remember(Turn turn)
    {
        foreach (Place place in turn.Resources)
            if (!Resources.Contains(place)) Resources.Add(place);
        foreach (Unit enemy in turn.Enemies)
            if (enemy.Kind == Kind.Castle) EnemyCastle = enemy.Place;
    }
}

static class Player
{
    static readonly int[] Cost = { 40, 20, 40, 60, 0, 100, 500, 0 };
    const int WorkersWanted = 12, MinersACell = 5;
    static readonly List<Place> HomeTour = CornerTour(99, 8);
    static readonly List<Place> EnemyTour = CornerTour(42, 5).Select(place => place.Turned()).ToList();

    /// Points at a distance of up to `reach` from the upper left corner, row by row, to and fro.
    static List<Place> CornerTour(int reach, int gap)
    {
        var tour = new List<Place>();
        for (int y = gap / 2; y < reach; y += gap)
        {
            var row = new List<Place>();
            for (int x = gap / 2; x < reach - y; x += gap) row.Add(new Place { Y = y, X = x });
            if (y / gap % 2 == 1) row.Reverse();
            tour.AddRange(row);
        }
        return tour;
    }

    /// Where a unit that explores goes now: each begins elsewhere, all walk on along the tour.
    static Place OnTour(List<Place> tour, Unit unit, Turn turn)
    {
        return tour[(unit.Id * 7 + turn.Number / 8) % tour.Count];
    }

    /// Where each worker goes: to a resource that is not full, otherwise exploring.
    static Dictionary<int, Place> ChooseGoals(Memory memory, Turn turn)
    {
        var free = turn.OfKind(Kind.Worker);
        var goals = new Dictionary<int, Place>();
        foreach (Place place in memory.Resources)
            for (int miner = 0; miner < MinersACell && free.Count > 0; miner++)
            {
                Unit nearest = free.OrderBy(unit => unit.Place.Distance(place)).First();
                goals[nearest.Id] = place;
                free.Remove(nearest);
            }
        foreach (Unit unit in free) goals[unit.Id] = OnTour(HomeTour, unit, turn);
        return goals;
    }

    /// The worker that is nearest to the enemy builds the base, as long as there is none.
    static Unit ChooseBuilder(Turn turn)
    {
        if (turn.OfKind(Kind.Base).Count > 0) return null;
        return turn.OfKind(Kind.Worker).OrderBy(unit => -unit.Place.Y - unit.Place.X).FirstOrDefault();
    }

    /// What a unit makes now.  いま作るもの
    static Kind ChooseProduct(Unit unit, Unit builder, int workers, int money)
    {
        if (unit.Kind == Kind.Castle && workers < WorkersWanted && money >= Cost[(int)Kind.Worker]) return Kind.Worker;
        if (unit == builder && money >= Cost[(int)Kind.Base]) return Kind.Base;
        if (unit.Kind == Kind.Base && money >= Cost[(int)Kind.Knight]) return Kind.Knight;
        return Kind.Nothing;
    }

    static string Opposite(string letter)
    {
        const string From = "UDLR", To = "DURL";
        int at = letter == "" ? -1 : From.IndexOf(letter);
        return at < 0 ? letter : To.Substring(at, 1);
    }

    static List<string> ChooseOrders(Memory memory, Turn turn)
    {
        // YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
        // knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
        var goals = ChooseGoals(memory, turn);
        var orders = new List<string>();
        Unit builder = ChooseBuilder(turn);
        int workers = turn.OfKind(Kind.Worker).Count, money = turn.Money;
        foreach (Unit unit in turn.Units)
        {
            Kind product = ChooseProduct(unit, builder, workers, money);
            string letter = "";
            if (product != Kind.Nothing)
                letter = ((int)product).ToString();
            else if (unit.Kind == Kind.Worker)
                letter = unit.Place.Step(goals[unit.Id]);
            else if (unit.Kind == Kind.Knight)
                letter = unit.Place.Step(memory.EnemyCastle ?? OnTour(EnemyTour, unit, turn));
            money -= Cost[(int)product];
            if (turn.IsFlipped) letter = Opposite(letter);
            if (letter != "") orders.Add(unit.Id + " " + letter);
        }
        return orders;
    }

    static void Main()
    {
        Arena.Answer("starter-csharp"); // the name comes first  最初に名前を出力
        var memory = new Memory();
        int stageBefore = -1;
        while (true)
        {
            Turn turn = Turn.Read();
            if (turn.Stage != stageBefore) memory = new Memory();
            stageBefore = turn.Stage;
            memory.Remember(turn);
            List<string> orders = ChooseOrders(memory, turn);
            orders.Insert(0, orders.Count.ToString());
            Arena.Answer(string.Join("\n", orders));
        }
    }
}
