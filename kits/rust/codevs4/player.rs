// A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
//
//   build: rustc --edition 2021 -O -o player player.rs
//   run:   ./player
//
// Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
// ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
mod arena;
use arena::Arena;
use std::collections::HashMap;

const SIZE: i32 = 100;
const WORKERS_WANTED: usize = 12;
const MINERS_A_CELL: usize = 5;

const WORKER: usize = 0;
const KNIGHT: usize = 1;
const CASTLE: usize = 4;
const BASE: usize = 6;
/// Worker, knight, fighter, assassin, castle, village, base.
const COST: [i32; 7] = [40, 20, 40, 60, 0, 100, 500];

#[derive(Clone, Copy, PartialEq)]
struct Place {
    y: i32,
    x: i32,
}

#[allow(dead_code)] // what this player does not look at yet  まだ使っていないもの
#[derive(Clone, Copy)]
struct Unit {
    id: i32,
    place: Place,
    hp: i32,
    kind: usize,
}

struct Turn {
    stage: i32,
    number: i32,
    money: i32,
    units: Vec<Unit>,
    enemies: Vec<Unit>,    // those in view  見えている敵
    resources: Vec<Place>, // those in view
    is_flipped: bool,      // we sit at the lower right; everything above is turned round already
}

/// What we have seen in this stage.  このステージで見たもの
#[derive(Default)]
struct Memory {
    resources: Vec<Place>,
    enemy_castle: Option<Place>,
}

// ---- reading ----

fn read_place(arena: &mut Arena) -> Place {
    Place { y: arena.read_int(), x: arena.read_int() }
}

fn read_unit(arena: &mut Arena) -> Unit {
    Unit {
        id: arena.read_int(),
        place: read_place(arena),
        hp: arena.read_int(),
        kind: arena.read_int() as usize,
    }
}

fn read_turn(arena: &mut Arena) -> Turn {
    arena.read_int(); // time left in milliseconds  残り時間
    let mut turn = Turn {
        stage: arena.read_int(),
        number: arena.read_int(),
        money: arena.read_int(),
        units: arena.read_list(read_unit),
        enemies: arena.read_list(read_unit),
        resources: arena.read_list(read_place),
        is_flipped: false,
    };
    arena.read_word(); // END
    let castle = turn.of_kind(CASTLE)[0].place;
    if castle.y + castle.x >= SIZE {
        turn.flip();
    }
    turn
}

impl Turn {
    /// Turns the field round, so that our corner is always the upper left one.
    /// 自分の城がいつも左上になるように座標をひっくり返します。
    fn flip(&mut self) {
        self.is_flipped = true;
        for unit in self.units.iter_mut().chain(&mut self.enemies) {
            unit.place = unit.place.turned();
        }
        for place in &mut self.resources {
            *place = place.turned();
        }
    }

    fn of_kind(&self, kind: usize) -> Vec<Unit> {
        self.units.iter().copied().filter(|unit| unit.kind == kind).collect()
    }
}

// ---- places ----

impl Place {
    fn turned(self) -> Place {
        Place { y: SIZE - 1 - self.y, x: SIZE - 1 - self.x }
    }

    fn distance(self, to: Place) -> i32 {
        (self.y - to.y).abs() + (self.x - to.x).abs()
    }

    /// The letter of a step towards a place; None when we are there.
    fn step(self, to: Place) -> Option<char> {
        if self.y != to.y {
            return Some(if self.y < to.y { 'D' } else { 'U' });
        }
        if self.x != to.x {
            return Some(if self.x < to.x { 'R' } else { 'L' });
        }
        None
    }
}

/// Points at a distance of up to `reach` from the upper left corner, row by row, to and fro.
fn corner_tour(reach: i32, gap: usize) -> Vec<Place> {
    let first = gap as i32 / 2;
    let mut tour = Vec::new();
    for (row, y) in (first..reach).step_by(gap).enumerate() {
        let mut points: Vec<Place> = (first..reach - y).step_by(gap).map(|x| Place { y, x }).collect();
        if row % 2 == 1 {
            points.reverse();
        }
        tour.extend(points);
    }
    tour
}

/// Where a unit that explores goes now: each begins elsewhere, all walk on along the tour.
fn on_tour(tour: &[Place], unit: &Unit, turn: &Turn) -> Place {
    tour[(unit.id * 7 + turn.number / 8) as usize % tour.len()]
}

fn opposite(letter: char) -> char {
    match letter {
        'U' => 'D',
        'D' => 'U',
        'L' => 'R',
        'R' => 'L',
        other => other,
    }
}

// ---- thinking ----

impl Memory {
    fn remember(&mut self, turn: &Turn) {
        for place in &turn.resources {
            if !self.resources.contains(place) {
                self.resources.push(*place);
            }
        }
        if let Some(castle) = turn.enemies.iter().find(|enemy| enemy.kind == CASTLE) {
            self.enemy_castle = Some(castle.place);
        }
    }
}

/// The place in the list of the first worker that is nearest.
fn nearest(workers: &[Unit], place: Place) -> Option<usize> {
    (0..workers.len()).min_by_key(|&i| workers[i].place.distance(place))
}

/// Where each worker goes: to a resource that is not full, otherwise exploring.
fn choose_goals(memory: &Memory, turn: &Turn) -> HashMap<i32, Place> {
    let home_tour = corner_tour(99, 8);
    let (mut free, mut goals) = (turn.of_kind(WORKER), HashMap::new());
    for &place in &memory.resources {
        for _ in 0..MINERS_A_CELL {
            if let Some(index) = nearest(&free, place) {
                goals.insert(free.remove(index).id, place);
            }
        }
    }
    for unit in &free {
        goals.insert(unit.id, on_tour(&home_tour, unit, turn));
    }
    goals
}

/// The id of the worker that builds the base, the nearest to the enemy, as long as there is none.
fn choose_builder(turn: &Turn) -> Option<i32> {
    let enemy_corner = Place { y: SIZE - 1, x: SIZE - 1 };
    let workers = turn.of_kind(WORKER);
    if turn.of_kind(BASE).is_empty() {
        nearest(&workers, enemy_corner).map(|index| workers[index].id)
    } else {
        None
    }
}

/// What a unit makes now.  いま作るもの
fn choose_product(unit: &Unit, builder: Option<i32>, workers: usize, money: i32) -> Option<usize> {
    let can_pay = |kind: usize| money >= COST[kind];
    if unit.kind == CASTLE && workers < WORKERS_WANTED && can_pay(WORKER) {
        Some(WORKER)
    } else if Some(unit.id) == builder && can_pay(BASE) {
        Some(BASE)
    } else if unit.kind == BASE && can_pay(KNIGHT) {
        Some(KNIGHT)
    } else {
        None
    }
}

fn choose_orders(memory: &Memory, turn: &Turn) -> Vec<String> {
    // YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
    // knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
    let enemy_tour: Vec<Place> = corner_tour(42, 5).iter().map(|place| place.turned()).collect();
    let (goals, builder) = (choose_goals(memory, turn), choose_builder(turn));
    let (workers, mut money, mut orders) = (turn.of_kind(WORKER).len(), turn.money, Vec::new());
    for unit in &turn.units {
        let letter = if let Some(product) = choose_product(unit, builder, workers, money) {
            money -= COST[product];
            char::from_digit(product as u32, 10)
        } else if unit.kind == WORKER {
            unit.place.step(goals[&unit.id])
        } else if unit.kind == KNIGHT {
            unit.place.step(memory.enemy_castle.unwrap_or_else(|| on_tour(&enemy_tour, unit, turn)))
        } else {
            None
        };
        if let Some(letter) = letter {
            let letter = if turn.is_flipped { opposite(letter) } else { letter };
            orders.push(format!("{} {}", unit.id, letter));
        }
    }
    orders
}

fn main() {
    let mut arena = Arena::default();
    arena.answer("starter-rust"); // the name comes first  最初に名前を出力
    let (mut memory, mut stage_before) = (Memory::default(), -1);
    loop {
        let turn = read_turn(&mut arena);
        if turn.stage != stage_before {
            memory = Memory::default();
        }
        stage_before = turn.stage;
        memory.remember(&turn);
        let mut lines = choose_orders(&memory, &turn);
        lines.insert(0, lines.len().to_string());
        arena.answer(&lines.join("\n"));
    }
}
