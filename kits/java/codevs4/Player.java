// A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
//
//   build: javac -encoding UTF-8 Player.java
//   run:   java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Player
//
// Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
// ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class Player {
    static final int WORKER = 0, KNIGHT = 1, FIGHTER = 2, ASSASSIN = 3, CASTLE = 4, VILLAGE = 5, BASE = 6;
    static final int NOTHING = 7;
    static final int[] COST = {40, 20, 40, 60, 0, 100, 500, 0};
    static final int SIZE = 100, WORKERS_WANTED = 12, MINERS_A_CELL = 5;
    static final Map<String, String> OPPOSITE = Map.of("U", "D", "D", "U", "L", "R", "R", "L");

    record Place(int y, int x) {
        static Place read() {
            return new Place(Arena.readInt(), Arena.readInt());
        }

        Place turned() {
            return new Place(SIZE - 1 - y, SIZE - 1 - x);
        }

        int distance(Place other) {
            return Math.abs(y - other.y) + Math.abs(x - other.x);
        }

        /** The letter of a step towards a place; nothing when we are there. */
        String step(Place to) {
            if (y != to.y) return y < to.y ? "D" : "U";
            if (x != to.x) return x < to.x ? "R" : "L";
            return "";
        }
    }

    record Unit(int id, Place place, int hp, int kind) {
        static Unit read() {
            return new Unit(Arena.readInt(), Place.read(), Arena.readInt(), Arena.readInt());
        }

        Unit turned() {
            return new Unit(id, place.turned(), hp, kind);
        }
    }

    /** units: our own; enemies and resources: those in view  見えているもの
     *  isFlipped: we sit at the lower right; everything is turned round already */
    record Turn(int stage, int number, int money, List<Unit> units, List<Unit> enemies,
                List<Place> resources, boolean isFlipped) {
        static Turn read() {
            Arena.readInt(); // time left in milliseconds  残り時間
            Turn turn = new Turn(Arena.readInt(), Arena.readInt(), Arena.readInt(),
                                 Arena.readMany(Arena.readInt(), Unit::read),
                                 Arena.readMany(Arena.readInt(), Unit::read),
                                 Arena.readMany(Arena.readInt(), Place::read), false);
            Arena.readWord(); // END
            Place castle = turn.ofKind(CASTLE).get(0).place();
            return castle.y() + castle.x() < SIZE ? turn : turn.turned();
        }

        /** The field turned round, so that our corner is always the upper left one.
         *  自分の城がいつも左上になるように座標をひっくり返します。 */
        Turn turned() {
            return new Turn(stage, number, money, units.stream().map(Unit::turned).toList(),
                            enemies.stream().map(Unit::turned).toList(),
                            resources.stream().map(Place::turned).toList(), true);
        }

        List<Unit> ofKind(int kind) {
            return units.stream().filter(unit -> unit.kind() == kind).toList();
        }
    }

    /** What we have seen in this stage.  このステージで見たもの */
    static final class Memory {
        final List<Place> resources = new ArrayList<>();
        Place enemyCastle;

        void remember(Turn turn) {
            for (Place place : turn.resources())
                if (!resources.contains(place)) resources.add(place);
            for (Unit enemy : turn.enemies())
                if (enemy.kind() == CASTLE) enemyCastle = enemy.place();
        }
    }

    /** Points at a distance of up to `reach` from the upper left corner, row by row, to and fro. */
    static List<Place> cornerTour(int reach, int gap) {
        List<Place> tour = new ArrayList<>();
        for (int y = gap / 2; y < reach; y += gap) {
            List<Place> row = new ArrayList<>();
            for (int x = gap / 2; x < reach - y; x += gap) row.add(new Place(y, x));
            if (y / gap % 2 == 1) Collections.reverse(row);
            tour.addAll(row);
        }
        return tour;
    }

    static final List<Place> HOME_TOUR = cornerTour(99, 8);
    static final List<Place> ENEMY_TOUR = cornerTour(42, 5).stream().map(Place::turned).toList();

    /** Where a unit that explores goes now: each begins elsewhere, all walk on along the tour. */
    static Place onTour(List<Place> tour, Unit unit, Turn turn) {
        return tour.get((unit.id() * 7 + turn.number() / 8) % tour.size());
    }

    /** Where each worker goes: to a resource that is not full, otherwise exploring. */
    static Map<Integer, Place> chooseGoals(Memory memory, Turn turn) {
        List<Unit> free = new ArrayList<>(turn.ofKind(WORKER));
        Map<Integer, Place> goals = new HashMap<>();
        for (Place place : memory.resources)
            for (int miner = 0; miner < MINERS_A_CELL && !free.isEmpty(); miner++) {
                Unit nearest = Collections.min(free, Comparator.comparing(unit -> unit.place().distance(place)));
                goals.put(nearest.id(), place);
                free.remove(nearest);
            }
        for (Unit unit : free) goals.put(unit.id(), onTour(HOME_TOUR, unit, turn));
        return goals;
    }

    /** The id of the worker that builds the base: the nearest to the enemy. -1: there is a base. */
    static int chooseBuilder(Turn turn) {
        if (!turn.ofKind(BASE).isEmpty()) return -1;
        return turn.ofKind(WORKER).stream()
            .min(Comparator.comparing(unit -> -unit.place().y() - unit.place().x()))
            .map(Unit::id).orElse(-1);
    }

    /** What a unit makes now.  いま作るもの */
    static int chooseProduct(Unit unit, int builder, int workers, int money) {
        if (unit.kind() == CASTLE && workers < WORKERS_WANTED && money >= COST[WORKER]) return WORKER;
        if (unit.id() == builder && money >= COST[BASE]) return BASE;
        if (unit.kind() == BASE && money >= COST[KNIGHT]) return KNIGHT;
        return NOTHING;
    }

    static List<String> chooseOrders(Memory memory, Turn turn) {
        // YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
        // knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
        Map<Integer, Place> goals = chooseGoals(memory, turn);
        List<String> orders = new ArrayList<>();
        int builder = chooseBuilder(turn), workers = turn.ofKind(WORKER).size(), money = turn.money();
        for (Unit unit : turn.units()) {
            int product = chooseProduct(unit, builder, workers, money);
            String letter = "";
            if (product != NOTHING)
                letter = "" + product;
            else if (unit.kind() == WORKER)
                letter = unit.place().step(goals.get(unit.id()));
            else if (unit.kind() == KNIGHT)
                letter = unit.place().step(memory.enemyCastle != null ? memory.enemyCastle
                                                                      : onTour(ENEMY_TOUR, unit, turn));
            money -= COST[product];
            if (turn.isFlipped()) letter = OPPOSITE.getOrDefault(letter, letter);
            if (!letter.isEmpty()) orders.add(unit.id() + " " + letter);
        }
        return orders;
    }

    public static void main(String[] args) {
        Arena.answer("starter-java"); // the name comes first  最初に名前を出力
        Memory memory = new Memory();
        int stageBefore = -1;
        while (true) {
            Turn turn = Turn.read();
            if (turn.stage() != stageBefore) memory = new Memory();
            stageBefore = turn.stage();
            memory.remember(turn);
            List<String> orders = chooseOrders(memory, turn);
            StringBuilder text = new StringBuilder().append(orders.size());
            for (String order : orders) text.append("\n").append(order);
            Arena.answer(text.toString());
        }
    }
}
