//! The client library: get_ready, walk, look, search and put.
//! CHaser の通信をするライブラリです。ふつうは書きかえません。
//!
//! The nine cells that come back are numbered     0 1 2     0 floor   床
//! row by row; you stand on cell 4.               3 4 5     1 enemy   相手
//! (search: nine cells straight ahead.)           6 7 8     2 block   ブロック
//!                                                          3 item    アイテム
//!
//! An error says that the game has ended.  ゲームが終わると Err が返ります。
#![allow(dead_code)] // a player need not use everything
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;

pub const UP: char = 'u';
pub const RIGHT: char = 'r';
pub const DOWN: char = 'd';
pub const LEFT: char = 'l';

pub const FLOOR: u8 = 0;
pub const ENEMY: u8 = 1;
pub const BLOCK: u8 = 2;
pub const ITEM: u8 = 3;

pub type Cells = Vec<u8>;

pub struct Client {
    input: BufReader<Box<dyn Read>>,
    output: Box<dyn Write>,
}

impl Client {
    /// Connects to the server named on the command line (HOST PORT [NAME]); without one, the game is
    /// played over standard input and output.
    pub fn new(name: &str) -> io::Result<Client> {
        let args: Vec<String> = std::env::args().collect();
        let (input, output): (Box<dyn Read>, Box<dyn Write>) = if args.len() > 2 {
            let stream = TcpStream::connect(format!("{}:{}", args[1], args[2]))?;
            (Box::new(stream.try_clone()?), Box::new(stream))
        } else {
            (Box::new(io::stdin()), Box::new(io::stdout()))
        };
        let mut client = Client { input: BufReader::new(input), output };
        client.send(args.get(3).map_or(name, String::as_str))?;
        Ok(client)
    }

    /// Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す
    pub fn get_ready(&mut self) -> io::Result<Cells> {
        self.receive()?; // @
        self.send("gr")?;
        cells_of(&self.receive()?)
    }

    pub fn walk(&mut self, direction: char) -> io::Result<Cells> {
        self.act('w', direction)
    }

    /// The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス
    pub fn look(&mut self, direction: char) -> io::Result<Cells> {
        self.act('l', direction)
    }

    /// The nine cells straight ahead.  直線 9 マス
    pub fn search(&mut self, direction: char) -> io::Result<Cells> {
        self.act('s', direction)
    }

    pub fn put(&mut self, direction: char) -> io::Result<Cells> {
        self.act('p', direction)
    }

    fn act(&mut self, what: char, direction: char) -> io::Result<Cells> {
        self.send(&format!("{}{}", what, direction))?;
        let line = self.receive()?;
        self.send("#")?;
        cells_of(&line)
    }

    fn receive(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.input.read_line(&mut line)? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(line),
        }
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(format!("{}\r\n", line).as_bytes())?;
        self.output.flush()
    }
}

/// A line is 1 and nine cells; 0 in place of the 1 says that the game has ended.
fn cells_of(line: &str) -> io::Result<Cells> {
    if !line.starts_with('1') {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(line.bytes().skip(1).take(9).map(|digit| digit - b'0').collect())
}
