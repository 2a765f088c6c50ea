// A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
//
//   build: rustc --edition 2021 -O -o player player.rs
//   run:   ./player
//
// Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a soul.
// 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
mod arena;
use arena::Arena;
use std::collections::{HashMap, VecDeque};

const JUTSU: i32 = 8;
const MIDDLE_ROW: i32 = 8;
const FAR: i32 = 1000; // the distance of what cannot be reached  たどり着けない距離

/// Row and column.  行, 列
type Place = (i32, i32);

/// The steps. N stays.  U 上 L 左 R 右 D 下 N 動かない
const STEPS: [(char, i32, i32); 5] = [('N', 0, 0), ('U', -1, 0), ('L', 0, -1), ('R', 0, 1), ('D', 1, 0)];

#[allow(dead_code)] // what this player does not look at yet  まだ使っていないもの
struct Side {
    power: i32,         // nin-power, for jutsu  忍力
    cells: Vec<String>, // W wall, O rock, _ floor  壁・岩・床
    ninjas: Vec<Place>,
    dogs: Vec<Place>,
    souls: Vec<Place>,
    uses: Vec<i32>, // how often each jutsu was used
}

fn read_place(arena: &mut Arena) -> Place {
    (arena.read_int(), arena.read_int())
}

fn read_named_place(arena: &mut Arena) -> Place {
    arena.read_int(); // the id: ninjas and dogs have one
    read_place(arena)
}

fn read_side(arena: &mut Arena) -> Side {
    let (power, rows, _columns) = (arena.read_int(), arena.read_int(), arena.read_int());
    Side {
        power,
        cells: arena.read_many(rows, Arena::read_word),
        ninjas: arena.read_list(read_named_place),
        dogs: arena.read_list(read_named_place),
        souls: arena.read_list(read_place),
        uses: arena.read_many(JUTSU, Arena::read_int),
    }
}

fn neighbour(place: Place, (_, down, right): (char, i32, i32)) -> Place {
    (place.0 + down, place.1 + right)
}

impl Side {
    fn is_floor(&self, place: Place) -> bool {
        self.cells[place.0 as usize].as_bytes()[place.1 as usize] == b'_'
    }

    /// Steps from every cell to the nearest target (breadth-first search).  幅優先探索
    fn distances(&self, targets: &[Place]) -> HashMap<Place, i32> {
        let mut queue: VecDeque<Place> = targets.iter().copied().filter(|&p| self.is_floor(p)).collect();
        let mut found: HashMap<Place, i32> = queue.iter().map(|&place| (place, 0)).collect();
        while let Some(place) = queue.pop_front() {
            for step in STEPS {
                let to = neighbour(place, step);
                if self.is_floor(to) && !found.contains_key(&to) {
                    found.insert(to, found[&place] + 1);
                    queue.push_back(to);
                }
            }
        }
        found
    }

    /// Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half.
    fn share(&self, ninja: usize) -> Vec<Place> {
        let is_mine = |soul: &Place| (soul.0 > MIDDLE_ROW) == (ninja == 1);
        let mine: Vec<Place> = self.souls.iter().copied().filter(is_mine).collect();
        if mine.is_empty() {
            self.souls.clone()
        } else {
            mine
        }
    }
}

fn best_walk(side: &Side, ninja: Place, souls: &[Place]) -> String {
    let (to_soul, to_dog) = (side.distances(souls), side.distances(&side.dogs));
    let (mut best, mut walk) = (i32::MIN, String::new());
    for first in STEPS {
        for second in STEPS {
            let via = neighbour(ninja, first);
            let to = neighbour(via, second);
            if !side.is_floor(via) || !side.is_floor(to) {
                continue;
            }
            let taken = souls.contains(&to) as i32 + (via != to && souls.contains(&via)) as i32;
            // A dog takes one step after us: beside a dog we are caught.  犬のとなりで止まると捕まる
            let danger = if *to_dog.get(&to).unwrap_or(&FAR) < 2 { 500 } else { 0 };
            // YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう
            let value = 20 * taken - to_soul.get(&to).unwrap_or(&FAR) - danger;
            if value > best {
                best = value;
                walk = format!("{}{}", first.0, second.0);
            }
        }
    }
    walk
}

fn main() {
    let mut arena = Arena::default();
    arena.answer("starter-rust"); // the name comes first  最初に名前を出力
    loop {
        arena.read_int(); // time left in milliseconds  残り時間
        arena.read_list(Arena::read_int); // what the jutsu cost  忍術のコスト
        let me = read_side(&mut arena);
        read_side(&mut arena); // the opponent  相手
        arena.answer("2"); // 3 with a jutsu line before the walks  忍術を使うときは 3 行
        for (number, &ninja) in me.ninjas.iter().enumerate() {
            arena.answer(&best_walk(&me, ninja, &me.share(number)));
        }
    }
}
