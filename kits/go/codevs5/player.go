// A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
//
//	build: go build -o player *.go
//	run:   ./player
//
// Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a soul.
// 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
package main

const (
	jutsu     = 8
	middleRow = 8
	far       = 1000 // the distance of what cannot be reached  たどり着けない距離
)

type place struct{ row, col int }

// The steps. N stays.  U 上 L 左 R 右 D 下 N 動かない
var steps = []struct {
	letter      string
	down, right int
}{{"N", 0, 0}, {"U", -1, 0}, {"L", 0, -1}, {"R", 0, 1}, {"D", 1, 0}}

type side struct {
	power  int      // nin-power, for jutsu  忍力
	cells  []string // W wall, O rock, _ floor  壁・岩・床
	ninjas []place
	dogs   []place
	souls  []place
	uses   []int // how often each jutsu was used
}

func readPlaces(haveIds bool) []place {
	places := make([]place, readInt())
	for i := range places {
		if haveIds {
			readInt()
		}
		n := readInts(2)
		places[i] = place{n[0], n[1]}
	}
	return places
}

func readSide() (s side) {
	s.power = readInt()
	s.cells = make([]string, readInt())
	readInt() // columns
	for row := range s.cells {
		s.cells[row] = readWord()
	}
	s.ninjas = readPlaces(true)
	s.dogs = readPlaces(true)
	s.souls = readPlaces(false)
	s.uses = readInts(jutsu)
	return s
}

func (p place) neighbour(step int) place {
	return place{p.row + steps[step].down, p.col + steps[step].right}
}

func (s *side) isFloor(p place) bool {
	return s.cells[p.row][p.col] == '_'
}

func count(places []place, wanted place) (times int) {
	for _, p := range places {
		if p == wanted {
			times++
		}
	}
	return times
}

type distances map[place]int

// Steps from every cell to the nearest target (breadth-first search).  幅優先探索
func (s *side) distances(targets []place) distances {
	found := distances{}
	var queue []place
	reach := func(p place, distance int) {
		if _, known := found[p]; s.isFloor(p) && !known {
			found[p] = distance
			queue = append(queue, p)
		}
	}
	for _, target := range targets {
		reach(target, 0)
	}
	for i := 0; i < len(queue); i++ {
		for step := range steps {
			reach(queue[i].neighbour(step), found[queue[i]]+1)
		}
	}
	return found
}

func (d distances) to(p place) int {
	if distance, known := d[p]; known {
		return distance
	}
	return far
}

func bestWalk(s *side, ninja place, souls []place) (walk string) {
	toSoul, toDog := s.distances(souls), s.distances(s.dogs)
	best := -10 * far
	for first := range steps {
		for second := range steps {
			via := ninja.neighbour(first)
			to := via.neighbour(second)
			if !s.isFloor(via) || !s.isFloor(to) {
				continue
			}
			taken := count(souls, to)
			if via != to {
				taken += count(souls, via)
			}
			danger := 0
			if toDog.to(to) < 2 { // a dog takes one step after us  犬のとなりで止まると捕まる
				danger = 500
			}
			// YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう
			value := 20*taken - toSoul.to(to) - danger
			if value > best {
				best = value
				walk = steps[first].letter + steps[second].letter
			}
		}
	}
	return walk
}

// Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half.
func (s *side) share(ninja int) (mine []place) {
	for _, soul := range s.souls {
		if (soul.row > middleRow) == (ninja == 1) {
			mine = append(mine, soul)
		}
	}
	if len(mine) == 0 {
		return s.souls
	}
	return mine
}

func main() {
	answer("starter-go") // the name comes first  最初に名前を出力
	for {
		readInt()           // time left in milliseconds  残り時間
		readInts(readInt()) // what the jutsu cost  忍術のコスト
		me := readSide()
		readSide()  // the opponent  相手
		answer("2") // 3 with a jutsu line before the walks  忍術を使うときは 3 行
		for number, ninja := range me.ninjas {
			answer(bestWalk(&me, ninja, me.share(number)))
		}
	}
}
