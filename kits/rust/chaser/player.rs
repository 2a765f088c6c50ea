// A first player for CHaser.  CHaser の最初のプレイヤーです。
//
//   build: rustc --edition 2021 -O -o player player.rs
//   run:   ./player
//   on a server:  ./player HOST PORT NAME
//
// It puts a block on an enemy beside it, collects items where that is safe, and explores.
// 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
mod client;
use client::{Cells, Client, BLOCK, DOWN, ENEMY, ITEM, LEFT, RIGHT, UP};
use std::collections::HashMap;
use std::io;

struct Direction {
    letter: char,
    side: usize,         // the cell in this direction  となりのマス
    corners: [usize; 2], // the corners beside that cell  ななめ
    step: (i32, i32),
}

const DIRECTIONS: [Direction; 4] = [
    Direction { letter: UP, side: 1, corners: [0, 2], step: (0, -1) },
    Direction { letter: RIGHT, side: 5, corners: [2, 8], step: (1, 0) },
    Direction { letter: DOWN, side: 7, corners: [6, 8], step: (0, 1) },
    Direction { letter: LEFT, side: 3, corners: [0, 6], step: (-1, 0) },
];

impl Direction {
    fn count_corners(&self, cells: &Cells, what: u8) -> i32 {
        self.corners.iter().filter(|&&corner| cells[corner] == what).count() as i32
    }
}

/// Remembers how often each cell was visited; the start is (0, 0).  歩いた回数の記録
struct Explorer {
    place: (i32, i32),
    visits: HashMap<(i32, i32), i32>,
}

impl Explorer {
    fn ahead(&self, direction: &Direction) -> (i32, i32) {
        (self.place.0 + direction.step.0, self.place.1 + direction.step.1)
    }

    fn times(&self, direction: &Direction) -> i32 {
        *self.visits.get(&self.ahead(direction)).unwrap_or(&0)
    }

    fn go(&mut self, direction: &Direction) {
        self.place = self.ahead(direction);
        *self.visits.entry(self.place).or_insert(0) += 1;
    }
}

/// How good a step in this direction is, more is better; None: never.
fn evaluate(explorer: &Explorer, cells: &Cells, direction: &Direction) -> Option<i32> {
    let cell = cells[direction.side];
    // Beside an enemy, it puts a block on us.  相手のとなりに行くと負ける
    if cell == BLOCK || direction.count_corners(cells, ENEMY) > 0 {
        return None;
    }
    if cell == ITEM {
        // Taking an item leaves a block behind us: is a side of the item's cell open?
        // アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。
        let is_trap = direction.count_corners(cells, BLOCK) == 2;
        return if is_trap { None } else { Some(1000) };
    }
    // YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう
    Some(10 * direction.count_corners(cells, ITEM) - explorer.times(direction))
}

fn act(client: &mut Client, cells: &Cells, explorer: &mut Explorer) -> io::Result<Cells> {
    if let Some(enemy) = DIRECTIONS.iter().find(|direction| cells[direction.side] == ENEMY) {
        return client.put(enemy.letter);
    }
    let (mut best, mut best_value) = (None, None);
    for direction in &DIRECTIONS {
        let value = evaluate(explorer, cells, direction);
        if value > best_value {
            best_value = value;
            best = Some(direction);
        }
    }
    match best {
        None => client.look(UP), // waits  待つ
        Some(direction) => {
            explorer.go(direction);
            client.walk(direction.letter)
        }
    }
}

fn main() -> io::Result<()> {
    let mut client = Client::new("starter-rust")?;
    let mut explorer = Explorer { place: (0, 0), visits: HashMap::from([((0, 0), 1)]) };
    while let Ok(cells) = client.get_ready() {
        if act(&mut client, &cells, &mut explorer).is_err() {
            break; // the game has ended  ゲーム終了
        }
    }
    Ok(())
}
