// A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
//
//   build: javac -encoding UTF-8 Player.java
//   run:   java -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Player
//
// It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
// the skill, which blows them up.
// パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public final class Player {
    static final int PACKS = 500, COLUMNS = 10, ROWS = 16, OJAMA = 11, SKILL_GAUGE = 80, LOST = -1000;

    /** A pack: a b over c d. */
    record Pack(int a, int b, int c, int d) {
        static Pack read() {
            Pack pack = new Pack(Arena.readInt(), Arena.readInt(), Arena.readInt(), Arena.readInt());
            Arena.readWord(); // END
            return pack;
        }

        /** Turned clockwise: c a over d b. */
        Pack rotated(int times) {
            return times == 0 ? this : new Pack(c, a, d, b).rotated(times - 1);
        }
    }

    /** A field: a pile for each column, the lowest block first.  下から順 */
    static final class Field {
        final List<List<Integer>> piles = new ArrayList<>();

        Field() {
            for (int x = 0; x < COLUMNS; x++) piles.add(new ArrayList<>());
        }

        static Field read() {
            Field field = new Field();
            for (int row = 0; row < ROWS; row++) // from the top  上の段から
                for (int x = 0; x < COLUMNS; x++) field.push(x, Arena.readInt());
            Arena.readWord(); // END
            field.piles.forEach(Collections::reverse);
            return field;
        }

        Field copy() {
            Field copy = new Field();
            for (int x = 0; x < COLUMNS; x++) copy.piles.get(x).addAll(piles.get(x));
            return copy;
        }

        void push(int x, int block) {
            if (block != 0) piles.get(x).add(block);
        }

        void drop(Pack pack, int position) {
            push(position, pack.c());
            push(position, pack.a());
            push(position + 1, pack.d());
            push(position + 1, pack.b());
        }

        int at(int x, int y) {
            boolean isInside = x >= 0 && x < COLUMNS && y >= 0 && y < piles.get(x).size();
            return isInside ? piles.get(x).get(y) : 0;
        }

        boolean makesTen(int x, int y) {
            for (int dx = -1; dx <= 1; dx++)
                for (int dy = -1; dy <= 1; dy++)
                    if ((dx != 0 || dy != 0) && at(x, y) + at(x + dx, y + dy) == 10) return true;
            return false;
        }

        /** The field without all blocks that make ten with a neighbour.
         *  となりと足して 10 になるブロックを消します。 */
        Field vanished() {
            Field kept = new Field();
            for (int x = 0; x < COLUMNS; x++)
                for (int y = 0; y < piles.get(x).size(); y++)
                    if (!makesTen(x, y)) kept.push(x, at(x, y));
            return kept;
        }

        int highest() {
            return piles.stream().mapToInt(List::size).max().getAsInt();
        }

        int countFives() {
            return piles.stream().mapToInt(pile -> Collections.frequency(pile, 5)).sum();
        }
    }

    /** timeLeft: milliseconds  残り時間(ミリ秒)
     *  stock: ojama that wait to fall on this player  降ってくるお邪魔の数 */
    record Side(int timeLeft, int stock, int gauge, int score, Field field) {
        static Side read() {
            return new Side(Arena.readInt(), Arena.readInt(), Arena.readInt(), Arena.readInt(), Field.read());
        }
    }

    /** How good it is to drop the pack there: more is better. */
    static int evaluate(Side me, Pack pack, int position) {
        Field field = me.field().copy();
        int chain = 0;
        if (me.stock() >= COLUMNS) // a row of ojama falls first  先にお邪魔が 1 段降る
            for (int x = 0; x < COLUMNS; x++) field.push(x, OJAMA);
        field.drop(pack, position);
        for (Field after = field.vanished(); !after.piles.equals(field.piles); after = field.vanished()) {
            field = after;
            chain++;
        }
        if (field.highest() > ROWS) return LOST;
        // YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
        // For instance: look at the next packs too, and build a long chain before you fire it.
        return 10 * chain + 2 * field.countFives() - field.highest();
    }

    static String choose(Side me, Pack pack) {
        int best = LOST - 1;
        String move = "";
        if (me.gauge() >= SKILL_GAUGE && me.field().countFives() > 0) return "S";
        for (int position = 0; position < COLUMNS - 1; position++)
            for (int times = 0; times < 4; times++) {
                int value = evaluate(me, pack.rotated(times), position);
                if (value <= best) continue;
                best = value;
                move = position + " " + times;
            }
        return move;
    }

    public static void main(String[] args) {
        Arena.answer("starter-java"); // the name comes first  最初に名前を出力
        List<Pack> packs = Arena.readMany(PACKS, Pack::read);
        while (true) {
            int turn = Arena.readInt();
            Side me = Side.read();
            Side.read(); // the opponent  相手
            Arena.answer(choose(me, packs.get(turn)));
        }
    }
}
