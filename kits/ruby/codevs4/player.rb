# A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
#
#   build: ruby -wc player.rb
#   run:   ruby player.rb
#
# Workers look for resources and mine them, one builds a base, and its knights look for the enemy castle.
# ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
require_relative "arena"

SIZE = 100
WORKER, KNIGHT, FIGHTER, ASSASSIN, CASTLE, VILLAGE, BASE = *0..6
COST = { WORKER => 40, KNIGHT => 20, FIGHTER => 40, ASSASSIN => 60, VILLAGE => 100, BASE => 500 }.freeze
WORKERS_WANTED = 12
MINERS_A_CELL = 5
OPPOSITE = { "U" => "D", "D" => "U", "L" => "R", "R" => "L" }.freeze

# Places are [y, x].
Unit = Struct.new(:id, :place, :hp, :kind)
# units: our own; enemies and resources: those in view  見えているもの
# flipped: we sit at the lower right; everything is turned round already
Turn = Struct.new(:stage, :number, :money, :units, :enemies, :resources, :flipped)
# What we have seen in this stage.  このステージで見たもの
Memory = Struct.new(:resources, :enemy_castle)

def read_units
  Array.new(read_int) do
    id, y, x, hp, kind = read_ints(5)
    Unit.new(id, [y, x], hp, kind)
  end
end

def turned(place)
  place.map { |n| SIZE - 1 - n }
end

# Turns the field round, so that our corner is always the upper left one.
# 自分の城がいつも左上になるように座標をひっくり返します。
def flip(turn)
  (turn.units + turn.enemies).each { |unit| unit.place = turned(unit.place) }
  turn.resources.map! { |place| turned(place) }
end

def read_turn
  read_int # time left in milliseconds  残り時間
  turn = Turn.new(*read_ints(3), read_units, read_units, Array.new(read_int) { read_ints(2) })
  read_word # END
  turn.flipped = turn.units.find { |unit| unit.kind == CASTLE }.place.sum >= SIZE
  flip(turn) if turn.flipped
  turn
end

# Points at a distance of up to `reach` from the upper left corner, row by row, to and fro.
def corner_tour(reach, gap)
  rows = (gap / 2...reach).step(gap).map { |y| (gap / 2...reach - y).step(gap).map { |x| [y, x] } }
  rows.each_with_index.flat_map { |row, number| number.even? ? row : row.reverse }
end

HOME_TOUR = corner_tour(99, 8)
ENEMY_TOUR = corner_tour(42, 5).map { |place| turned(place) }

def distance(from, to)
  (from[0] - to[0]).abs + (from[1] - to[1]).abs
end

# The letter of a step towards a place; nil when we are there.
def step(from, to)
  return from[0] < to[0] ? "D" : "U" if from[0] != to[0]
  return from[1] < to[1] ? "R" : "L" if from[1] != to[1]
end

# Where a unit that explores goes now: each begins elsewhere, all walk on along the tour.
def on_tour(tour, unit, turn)
  tour[(unit.id * 7 + turn.number / 8) % tour.size]
end

def remember(memory, turn)
  memory.resources |= turn.resources
  castle = turn.enemies.find { |enemy| enemy.kind == CASTLE }
  memory.enemy_castle = castle.place if castle
end

# Where each worker goes: to a resource that is not full, otherwise exploring.
def choose_goals(memory, turn)
  free = turn.units.select { |unit| unit.kind == WORKER }
  goals = {}
  memory.resources.each do |place|
    MINERS_A_CELL.times do
      nearest = free.min_by { |unit| distance(unit.place, place) }
      goals[free.delete(nearest).id] = place if nearest
    end
  end
  free.each { |unit| goals[unit.id] = on_tour(HOME_TOUR, unit, turn) }
  goals
end

# The worker that is nearest to the enemy builds the base, as long as there is none.
def choose_builder(turn)
  return nil if turn.units.any? { |unit| unit.kind == BASE }

  turn.units.select { |unit| unit.kind == WORKER }.max_by { |unit| unit.place.sum }
end

# What a unit makes now, or nil.  いま作るもの
def choose_product(unit, turn, money, builder)
  workers = turn.units.count { |other| other.kind == WORKER }
  return WORKER if unit.kind == CASTLE && workers < WORKERS_WANTED && money >= COST[WORKER]
  return BASE if unit == builder && money >= COST[BASE]
  return KNIGHT if unit.kind == BASE && money >= COST[KNIGHT]
end

def choose_orders(memory, turn)
  # YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with all
  # knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
  goals = choose_goals(memory, turn)
  builder = choose_builder(turn)
  money = turn.money
  turn.units.filter_map do |unit|
    product = choose_product(unit, turn, money, builder)
    if product
      money -= COST[product]
      letter = product.to_s
    elsif unit.kind == WORKER
      letter = step(unit.place, goals[unit.id])
    elsif unit.kind == KNIGHT
      letter = step(unit.place, memory.enemy_castle || on_tour(ENEMY_TOUR, unit, turn))
    end
    letter = OPPOSITE.fetch(letter, letter) if turn.flipped
    "#{unit.id} #{letter}" if letter
  end
end

answer("starter-ruby") # the name comes first  最初に名前を出力
stage_before = nil
memory = nil
loop do
  turn = read_turn
  memory = Memory.new([], nil) if turn.stage != stage_before
  stage_before = turn.stage
  remember(memory, turn)
  orders = choose_orders(memory, turn)
  answer(orders.size, *orders)
end
