//! Talks with the arena over standard input and output.
//! 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
#![allow(dead_code)] // a player need not use everything
use std::collections::VecDeque;
use std::io::{self, Write};

#[derive(Default)]
pub struct Arena {
    words: VecDeque<String>,
}

impl Arena {
    /// The next word of the input. The program ends when there is none: the game is over.
    pub fn read_word(&mut self) -> String {
        loop {
            if let Some(word) = self.words.pop_front() {
                return word;
            }
            let mut line = String::new();
            if io::stdin().read_line(&mut line).unwrap_or(0) == 0 {
                std::process::exit(0);
            }
            self.words = line.split_whitespace().map(String::from).collect();
        }
    }

    pub fn read_int(&mut self) -> i32 {
        self.read_word().parse().expect("a number")
    }

    /// A list of `count` things that `read` reads.
    pub fn read_many<T>(&mut self, count: i32, read: impl Fn(&mut Arena) -> T) -> Vec<T> {
        (0..count).map(|_| read(self)).collect()
    }

    /// A number that says how many follow, and those.
    pub fn read_list<T>(&mut self, read: impl Fn(&mut Arena) -> T) -> Vec<T> {
        let count = self.read_int();
        self.read_many(count, read)
    }

    /// Prints lines and flushes: what is not flushed never arrives.  flush を忘れると届きません。
    pub fn answer(&mut self, lines: &str) {
        println!("{}", lines);
        io::stdout().flush().expect("somebody who reads");
    }
}
