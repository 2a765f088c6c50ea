// A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
//
//	build: go build -o player *.go
//	run:   ./player
//
// It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
// the skill, which blows them up.
// パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
package main

import "fmt"

const (
	packCount  = 500
	columns    = 10
	rows       = 16
	ojama      = 11
	skillGauge = 80
	lost       = -1000
)

// A b over c d.
type pack struct{ a, b, c, d int }

// A pile for each column, the lowest block first.  下から順
type field [columns][]int

type player struct {
	timeLeft int // milliseconds  残り時間(ミリ秒)
	stock    int // ojama that wait to fall on this player  降ってくるお邪魔の数
	gauge    int
	score    int
	field    field
}

func readPack() pack {
	n := readInts(4)
	readWord() // END
	return pack{n[0], n[1], n[2], n[3]}
}

func readField() (f field) {
	var cells [rows][]int // from the top  上の段から
	for row := range cells {
		cells[row] = readInts(columns)
	}
	readWord() // END
	for row := rows - 1; row >= 0; row-- {
		for x, block := range cells[row] {
			f.push(x, block)
		}
	}
	return f
}

func readPlayer() player {
	n := readInts(4)
	return player{n[0], n[1], n[2], n[3], readField()}
}

// Turns it clockwise: a b over c d becomes c a over d b.
func (p pack) rotated(times int) pack {
	for i := 0; i < times; i++ {
		p = pack{p.c, p.a, p.d, p.b}
	}
	return p
}

func (f *field) push(x, block int) {
	if block != 0 {
		f[x] = append(f[x], block)
	}
}

func (f *field) drop(p pack, position int) {
	f.push(position, p.c)
	f.push(position, p.a)
	f.push(position+1, p.d)
	f.push(position+1, p.b)
}

func (f *field) copied() (copied field) {
	for x, pile := range f {
		copied[x] = append([]int(nil), pile...)
	}
	return copied
}

func (f *field) at(x, y int) int {
	if x < 0 || x >= columns || y < 0 || y >= len(f[x]) {
		return 0
	}
	return f[x][y]
}

func (f *field) makesTen(x, y int) bool {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if (dx != 0 || dy != 0) && f[x][y]+f.at(x+dx, y+dy) == 10 {
				return true
			}
		}
	}
	return false
}

// Takes away all blocks that make ten with a neighbour; how many there were.
// となりと足して 10 になるブロックを消します。
func (f *field) vanish() (gone int) {
	var kept field
	for x, pile := range f {
		for y, block := range pile {
			if f.makesTen(x, y) {
				gone++
			} else {
				kept.push(x, block)
			}
		}
	}
	*f = kept
	return gone
}

func (f *field) countFives() (fives int) {
	for _, pile := range f {
		for _, block := range pile {
			if block == 5 {
				fives++
			}
		}
	}
	return fives
}

func (f *field) highest() (most int) {
	for _, pile := range f {
		if len(pile) > most {
			most = len(pile)
		}
	}
	return most
}

// How good it is to drop the pack there: more is better.
func evaluate(me *player, p pack, position int) int {
	f := me.field.copied()
	if me.stock >= columns { // a row of ojama falls first  先にお邪魔が 1 段降る
		for x := range f {
			f.push(x, ojama)
		}
	}
	f.drop(p, position)
	chain := 0
	for f.vanish() > 0 {
		chain++
	}
	if f.highest() > rows {
		return lost
	}
	// YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
	// For instance: look at the next packs too, and build a long chain before you fire it.
	return 10*chain + 2*f.countFives() - f.highest()
}

func choose(me *player, p pack) (move string) {
	if me.gauge >= skillGauge && me.field.countFives() > 0 {
		return "S"
	}
	best := lost - 1
	for position := 0; position < columns-1; position++ {
		for times := 0; times < 4; times++ {
			value := evaluate(me, p.rotated(times), position)
			if value > best {
				best = value
				move = fmt.Sprint(position, " ", times)
			}
		}
	}
	return move
}

func main() {
	answer("starter-go") // the name comes first  最初に名前を出力
	var packs [packCount]pack
	for i := range packs {
		packs[i] = readPack()
	}
	for {
		turn := readInt()
		me := readPlayer()
		readPlayer() // the opponent  相手
		answer(choose(&me, packs[turn]))
	}
}
