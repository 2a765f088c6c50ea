// The client library: getReady, walk, look, search and put.
// CHaser の通信をするライブラリです。ふつうは書きかえません。
//
//	The nine cells that come back are numbered     0 1 2     0 floor   床
//	row by row; you stand on cell 4.               3 4 5     1 enemy   相手
//	(search: nine cells straight ahead.)           6 7 8     2 block   ブロック
//	                                                         3 item    アイテム
//
// When the game has ended the program ends.  ゲームが終わるとプログラムも終わります。
package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
)

const (
	floor = iota
	enemy
	block
	item
)

const up, right, down, left = "u", "r", "d", "l"

type client struct {
	input  *bufio.Scanner
	output io.Writer
}

// Connects to the server named on the command line (HOST PORT [NAME]); without one, the game is
// played over standard input and output.
func newClient(name string) *client {
	c := &client{bufio.NewScanner(os.Stdin), os.Stdout}
	if len(os.Args) > 2 {
		connection, err := net.Dial("tcp", net.JoinHostPort(os.Args[1], os.Args[2]))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		c = &client{bufio.NewScanner(connection), connection}
	}
	if len(os.Args) > 3 {
		name = os.Args[3]
	}
	c.send(name)
	return c
}

// Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す
func (c *client) getReady() []int {
	c.receive() // @
	c.send("gr")
	return cellsOf(c.receive())
}

func (c *client) walk(direction string) []int { return c.act("w" + direction) }

// The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス
func (c *client) look(direction string) []int { return c.act("l" + direction) }

// The nine cells straight ahead.  直線 9 マス
func (c *client) search(direction string) []int { return c.act("s" + direction) }

func (c *client) put(direction string) []int { return c.act("p" + direction) }

func (c *client) act(command string) []int {
	c.send(command)
	line := c.receive()
	c.send("#")
	return cellsOf(line)
}

// A line is 1 and nine cells; 0 in place of the 1 says that the game has ended.
func cellsOf(line string) (cells []int) {
	if len(line) < 10 || line[0] != '1' {
		os.Exit(0)
	}
	for _, digit := range line[1:10] {
		cells = append(cells, int(digit-'0'))
	}
	return cells
}

func (c *client) receive() string {
	if !c.input.Scan() {
		os.Exit(0)
	}
	return c.input.Text()
}

func (c *client) send(line string) {
	fmt.Fprint(c.output, line+"\r\n")
}
