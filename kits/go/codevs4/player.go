// A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
//
//	build: go build -o player *.go
//	run:   ./player
//
// Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
// ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
package main

import (
	"fmt"
	"strings"
)

const (
	worker = iota
	knight
	fighter
	assassin
	castle
	village
	base
	nothing
)

const (
	size          = 100
	workersWanted = 12
	minersACell   = 5
)

var cost = [...]int{40, 20, 40, 60, 0, 100, 500, 0}

type place struct{ y, x int }

type unit struct {
	id       int
	place    place
	hp, kind int
}

type turn struct {
	stage, number, money int
	units, enemies       []unit  // our own; enemies in view  見えている敵
	resources            []place // those in view
	isFlipped            bool    // we sit at the lower right; everything above is turned round already
}

// What we have seen in this stage.  このステージで見たもの
type memory struct {
	resources   []place
	enemyCastle *place
}

// ---- reading ----

func readUnits() []unit {
	units := make([]unit, readInt())
	for i := range units {
		n := readInts(5)
		units[i] = unit{n[0], place{n[1], n[2]}, n[3], n[4]}
	}
	return units
}

func readPlaces() []place {
	places := make([]place, readInt())
	for i := range places {
		n := readInts(2)
		places[i] = place{n[0], n[1]}
	}
	return places
}

func (p place) turned() place {
	return place{size - 1 - p.y, size - 1 - p.x}
}

// Turns the field round, so that our corner is always the upper left one.
// 自分の城がいつも左上になるように座標をひっくり返します。
func (t *turn) flip() {
	t.isFlipped = true
	for i := range t.units {
		t.units[i].place = t.units[i].place.turned()
	}
	for i := range t.enemies {
		t.enemies[i].place = t.enemies[i].place.turned()
	}
	for i := range t.resources {
		t.resources[i] = t.resources[i].turned()
	}
}

func (t *turn) ofKind(kind int) (found []unit) {
	for _, u := range t.units {
		if u.kind == kind {
			found = append(found, u)
		}
	}
	return found
}

func readTurn() *turn {
	readInt() // time left in milliseconds  残り時間
	n := readInts(3)
	t := &turn{stage: n[0], number: n[1], money: n[2]}
	t.units = readUnits()
	t.enemies = readUnits()
	t.resources = readPlaces()
	readWord() // END
	if home := t.ofKind(castle)[0].place; home.y+home.x >= size {
		t.flip()
	}
	return t
}

// ---- places ----

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

func (p place) distance(to place) int {
	return abs(p.y-to.y) + abs(p.x-to.x)
}

// The letter of a step towards a place; nothing when we are there.
func (p place) step(to place) string {
	switch {
	case p.y < to.y:
		return "D"
	case p.y > to.y:
		return "U"
	case p.x < to.x:
		return "R"
	case p.x > to.x:
		return "L"
	}
	return ""
}

// Points at a distance of up to `reach` from the upper left corner, row by row, to and fro.
func cornerTour(reach, gap int) (tour []place) {
	for y := gap / 2; y < reach; y += gap {
		var row []place
		for x := gap / 2; x < reach-y; x += gap {
			if y/gap%2 == 0 {
				row = append(row, place{y, x})
			} else {
				row = append([]place{{y, x}}, row...)
			}
		}
		tour = append(tour, row...)
	}
	return tour
}

func enemyCornerTour(reach, gap int) (tour []place) {
	for _, p := range cornerTour(reach, gap) {
		tour = append(tour, p.turned())
	}
	return tour
}

var homeTour, enemyTour = cornerTour(99, 8), enemyCornerTour(42, 5)

// Where a unit that explores goes now: each begins elsewhere, all walk on along the tour.
func onTour(tour []place, u unit, t *turn) place {
	return tour[(u.id*7+t.number/8)%len(tour)]
}

// ---- thinking ----

func (m *memory) knows(p place) bool {
	for _, known := range m.resources {
		if known == p {
			return true
		}
	}
	return false
}

func (m *memory) remember(t *turn) {
	for _, p := range t.resources {
		if !m.knows(p) {
			m.resources = append(m.resources, p)
		}
	}
	for _, enemy := range t.enemies {
		if enemy.kind == castle {
			at := enemy.place
			m.enemyCastle = &at
		}
	}
}

// The first of the units for which `rank` is smallest.
func least(units []unit, rank func(unit) int) int {
	best := 0
	for i, u := range units {
		if rank(u) < rank(units[best]) {
			best = i
		}
	}
	return best
}

// Where each worker goes: to a resource that is not full, otherwise exploring.
func chooseGoals(m *memory, t *turn) map[int]place {
	free, goals := t.ofKind(worker), map[int]place{}
	for _, p := range m.resources {
		for miner := 0; miner < minersACell && len(free) > 0; miner++ {
			nearest := least(free, func(u unit) int { return u.place.distance(p) })
			goals[free[nearest].id] = p
			free = append(free[:nearest], free[nearest+1:]...)
		}
	}
	for _, u := range free {
		goals[u.id] = onTour(homeTour, u, t)
	}
	return goals
}

// The id of the worker that builds the base: the nearest to the enemy. -1: there is a base.
func chooseBuilder(t *turn) int {
	workers := t.ofKind(worker)
	if len(workers) == 0 || len(t.ofKind(base)) > 0 {
		return -1
	}
	return workers[least(workers, func(u unit) int { return -u.place.y - u.place.x })].id
}

// What a unit makes now.  いま作るもの
func chooseProduct(u unit, builder, workers, money int) int {
	switch {
	case u.kind == castle && workers < workersWanted && money >= cost[worker]:
		return worker
	case u.id == builder && money >= cost[base]:
		return base
	case u.kind == base && money >= cost[knight]:
		return knight
	}
	return nothing
}

var opposite = map[string]string{"U": "D", "D": "U", "L": "R", "R": "L"}

func chooseOrders(m *memory, t *turn) (orders []string) {
	// YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
	// knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
	goals, builder, money := chooseGoals(m, t), chooseBuilder(t), t.money
	workers := len(t.ofKind(worker))
	for _, u := range t.units {
		letter, product := "", chooseProduct(u, builder, workers, money)
		switch {
		case product != nothing:
			letter = fmt.Sprint(product)
		case u.kind == worker:
			letter = u.place.step(goals[u.id])
		case u.kind == knight && m.enemyCastle != nil:
			letter = u.place.step(*m.enemyCastle)
		case u.kind == knight:
			letter = u.place.step(onTour(enemyTour, u, t))
		}
		money -= cost[product]
		if turned, isStep := opposite[letter]; t.isFlipped && isStep {
			letter = turned
		}
		if letter != "" {
			orders = append(orders, fmt.Sprint(u.id, " ", letter))
		}
	}
	return orders
}

func main() {
	answer("starter-go") // the name comes first  最初に名前を出力
	m, stageBefore := &memory{}, -1
	for {
		t := readTurn()
		if t.stage != stageBefore {
			m = &memory{}
		}
		stageBefore = t.stage
		m.remember(t)
		orders := chooseOrders(m, t)
		answer(strings.Join(append([]string{fmt.Sprint(len(orders))}, orders...), "\n"))
	}
}
