// A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
//
//   build: rustc --edition 2021 -O -o player player.rs
//   run:   ./player
//
// It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
// the skill, which blows them up.
// パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
mod arena;
use arena::Arena;

const PACKS: i32 = 500;
const COLUMNS: usize = 10;
const ROWS: usize = 16;
const OJAMA: i32 = 11;
const SKILL_GAUGE: i32 = 80;
const LOST: i32 = -1000;

/// A pack [a, b, c, d]: a b over c d.
type Pack = [i32; 4];

/// A field: a pile for each column, the lowest block first.  下から順
#[derive(Clone, Default, PartialEq)]
struct Field {
    piles: [Vec<i32>; COLUMNS],
}

#[allow(dead_code)] // what this player does not look at yet  まだ使っていないもの
struct Player {
    time_left: i32, // milliseconds  残り時間(ミリ秒)
    stock: i32,     // ojama that wait to fall on this player  降ってくるお邪魔の数
    gauge: i32,
    score: i32,
    field: Field,
}

fn read_pack(arena: &mut Arena) -> Pack {
    let pack = [0; 4].map(|_| arena.read_int());
    arena.read_word(); // END
    pack
}

fn read_field(arena: &mut Arena) -> Field {
    let mut field = Field::default();
    for _ in 0..ROWS {
        // from the top  上の段から
        (0..COLUMNS).for_each(|x| field.push(x, arena.read_int()));
    }
    arena.read_word(); // END
    field.piles.iter_mut().for_each(|pile| pile.reverse());
    field
}

fn read_player(arena: &mut Arena) -> Player {
    Player {
        time_left: arena.read_int(),
        stock: arena.read_int(),
        gauge: arena.read_int(),
        score: arena.read_int(),
        field: read_field(arena),
    }
}

/// Turned clockwise: c a over d b.
fn rotated(pack: Pack, times: i32) -> Pack {
    (0..times).fold(pack, |[a, b, c, d], _| [c, a, d, b])
}

impl Field {
    fn push(&mut self, x: usize, block: i32) {
        if block != 0 {
            self.piles[x].push(block);
        }
    }

    fn drop(&mut self, [a, b, c, d]: Pack, position: usize) {
        self.push(position, c);
        self.push(position, a);
        self.push(position + 1, d);
        self.push(position + 1, b);
    }

    fn at(&self, x: i32, y: i32) -> i32 {
        let pile = self.piles.get(x as usize);
        *pile.and_then(|pile| pile.get(y as usize)).unwrap_or(&0)
    }

    fn makes_ten(&self, x: i32, y: i32) -> bool {
        let neighbours = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        neighbours
            .filter(|&step| step != (0, 0))
            .any(|(dx, dy)| self.at(x, y) + self.at(x + dx, y + dy) == 10)
    }

    /// The field without all blocks that make ten with a neighbour.
    /// となりと足して 10 になるブロックを消します。
    fn vanished(&self) -> Field {
        let mut kept = Field::default();
        for (x, pile) in self.piles.iter().enumerate() {
            for (y, &block) in pile.iter().enumerate() {
                if !self.makes_ten(x as i32, y as i32) {
                    kept.push(x, block);
                }
            }
        }
        kept
    }

    fn highest(&self) -> usize {
        self.piles.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn count_fives(&self) -> i32 {
        self.piles.iter().flatten().filter(|&&block| block == 5).count() as i32
    }
}

/// How good it is to drop the pack there: more is better.
fn evaluate(me: &Player, pack: Pack, position: usize) -> i32 {
    let mut field = me.field.clone();
    if me.stock >= COLUMNS as i32 {
        // a row of ojama falls first  先にお邪魔が 1 段降る
        (0..COLUMNS).for_each(|x| field.push(x, OJAMA));
    }
    field.drop(pack, position);
    let mut chain = 0;
    loop {
        let after = field.vanished();
        if after == field {
            break;
        }
        field = after;
        chain += 1;
    }
    if field.highest() > ROWS {
        return LOST;
    }
    // YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
    // For instance: look at the next packs too, and build a long chain before you fire it.
    10 * chain + 2 * field.count_fives() - field.highest() as i32
}

fn choose(me: &Player, pack: Pack) -> String {
    if me.gauge >= SKILL_GAUGE && me.field.count_fives() > 0 {
        return String::from("S");
    }
    let (mut best, mut chosen) = (LOST - 1, String::new());
    for position in 0..COLUMNS - 1 {
        for times in 0..4 {
            let value = evaluate(me, rotated(pack, times), position);
            if value > best {
                best = value;
                chosen = format!("{} {}", position, times);
            }
        }
    }
    chosen
}

fn main() {
    let mut arena = Arena::default();
    arena.answer("starter-rust"); // the name comes first  最初に名前を出力
    let packs = arena.read_many(PACKS, read_pack);
    loop {
        let turn = arena.read_int();
        let me = read_player(&mut arena);
        read_player(&mut arena); // the opponent  相手
        arena.answer(&choose(&me, packs[turn as usize]));
    }
}
