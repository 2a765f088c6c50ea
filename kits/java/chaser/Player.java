// A first player for CHaser.  CHaser の最初のプレイヤーです。
//
//   build: javac -encoding UTF-8 Player.java
//   run:   java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Player
//   on a server:  java Player HOST PORT NAME
//
// It puts a block on an enemy beside it, collects items where that is safe, and explores.
// 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class Player {
    /** side: the cell in this direction  となりのマス    corners: those beside that cell  ななめ */
    record Direction(char letter, int side, int corner1, int corner2, int dx, int dy) {
        int countCorners(int[] cells, int what) {
            return (cells[corner1] == what ? 1 : 0) + (cells[corner2] == what ? 1 : 0);
        }
    }

    static final List<Direction> DIRECTIONS = List.of(
        new Direction(Client.UP, 1, 0, 2, 0, -1), new Direction(Client.RIGHT, 5, 2, 8, 1, 0),
        new Direction(Client.DOWN, 7, 6, 8, 0, 1), new Direction(Client.LEFT, 3, 0, 6, -1, 0));
    static final int NEVER = -100000;

    record Place(int x, int y) {
        Place ahead(Direction direction) {
            return new Place(x + direction.dx(), y + direction.dy());
        }
    }

    // How often each cell was visited; the start is (0, 0).  歩いた回数の記録
    private Place place = new Place(0, 0);
    private final Map<Place, Integer> visits = new HashMap<>(Map.of(place, 1));
    private final Client client;

    Player(Client client) {
        this.client = client;
    }

    /** How good a step in this direction is: more is better. */
    private int evaluate(int[] cells, Direction direction) {
        int cell = cells[direction.side()];
        if (cell == Client.BLOCK) return NEVER;
        // A step beside an enemy lets it put a block on us.  相手のとなりに行くと負ける
        if (direction.countCorners(cells, Client.ENEMY) > 0) return NEVER;
        // Taking an item leaves a block behind us: is a side of the item's cell open?
        // アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。
        boolean isTrap = direction.countCorners(cells, Client.BLOCK) == 2;
        if (cell == Client.ITEM) return isTrap ? NEVER : 1000;
        // YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう
        return 10 * direction.countCorners(cells, Client.ITEM) - visits.getOrDefault(place.ahead(direction), 0);
    }

    private Direction choose(int[] cells) {
        Direction best = null;
        int bestValue = NEVER;
        for (Direction direction : DIRECTIONS) {
            int value = evaluate(cells, direction);
            if (value <= bestValue) continue;
            bestValue = value;
            best = direction;
        }
        return best;
    }

    private void act(int[] cells) throws IOException {
        for (Direction direction : DIRECTIONS)
            if (cells[direction.side()] == Client.ENEMY) {
                client.put(direction.letter());
                return;
            }
        Direction best = choose(cells);
        if (best == null) {
            client.look(Client.UP); // waits  待つ
            return;
        }
        place = place.ahead(best);
        visits.merge(place, 1, Integer::sum);
        client.walk(best.letter());
    }

    public static void main(String[] args) throws IOException {
        Player player = new Player(new Client(args, "starter-java"));
        try {
            while (true) player.act(player.client.getReady());
        } catch (IOException over) {
            return; // the game has ended  ゲーム終了
        }
    }
}
