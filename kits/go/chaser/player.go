// A first player for CHaser.  CHaser の最初のプレイヤーです。
//
//	build: go build -o player *.go
//	run:   ./player
//	on a server:  ./player HOST PORT NAME
//
// It puts a block on an enemy beside it, collects items where that is safe, and explores.
// 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
package main

const never = -100000

type direction struct {
	letter  string
	side    int    // the cell in this direction  となりのマス
	corners [2]int // the corners beside that cell  ななめ
	dx, dy  int
}

var directions = []direction{
	{up, 1, [2]int{0, 2}, 0, -1},
	{right, 5, [2]int{2, 8}, 1, 0},
	{down, 7, [2]int{6, 8}, 0, 1},
	{left, 3, [2]int{0, 6}, -1, 0},
}

type place struct{ x, y int }

// Remembers how often each cell was visited; the start is (0, 0).  歩いた回数の記録
type explorer struct {
	at     place
	visits map[place]int
}

func (e *explorer) ahead(d direction) place {
	return place{e.at.x + d.dx, e.at.y + d.dy}
}

func (e *explorer) step(d direction) {
	e.at = e.ahead(d)
	e.visits[e.at]++
}

func (d direction) countCorners(cells []int, what int) (count int) {
	for _, corner := range d.corners {
		if cells[corner] == what {
			count++
		}
	}
	return count
}

// How good a step in this direction is: more is better.
func (e *explorer) evaluate(cells []int, d direction) int {
	// Taking an item leaves a block behind us: is a side of the item's cell open?
	// アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。
	isTrap := d.countCorners(cells, block) == 2
	switch cell := cells[d.side]; {
	case cell == block:
		return never
	case d.countCorners(cells, enemy) > 0:
		return never // beside an enemy, it puts a block on us  相手のとなりに行くと負ける
	case cell == item && isTrap:
		return never
	case cell == item:
		return 1000
	}
	// YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう
	return 10*d.countCorners(cells, item) - e.visits[e.ahead(d)]
}

func act(c *client, cells []int, e *explorer) {
	best, bestValue := direction{}, never
	for _, d := range directions {
		if cells[d.side] == enemy {
			c.put(d.letter)
			return
		}
		if value := e.evaluate(cells, d); value > bestValue {
			best, bestValue = d, value
		}
	}
	if bestValue == never {
		c.look(up) // waits  待つ
		return
	}
	e.step(best)
	c.walk(best.letter)
}

func main() {
	c := newClient("starter-go")
	e := &explorer{visits: map[place]int{{0, 0}: 1}}
	for {
		act(c, c.getReady(), e)
	}
}
