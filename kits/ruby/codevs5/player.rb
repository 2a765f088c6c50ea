# A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
#
#   build: ruby -wc player.rb
#   run:   ruby player.rb
#
# Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a soul.
# 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
require_relative "arena"

STEPS = { "N" => [0, 0], "U" => [-1, 0], "L" => [0, -1], "R" => [0, 1], "D" => [1, 0] }.freeze
FAR = 1000 # the distance of what cannot be reached  たどり着けない距離
MIDDLE_ROW = 8

# power: nin-power, for jutsu  忍力
# cells: cells[row][col] is W wall, O rock, _ floor  壁・岩・床
# ninjas, dogs, souls: places [row, col]
# uses: how often each jutsu was used
Side = Struct.new(:power, :cells, :ninjas, :dogs, :souls, :uses)

def read_side
  power = read_int
  rows = read_int
  read_int # columns
  cells = Array.new(rows) { read_word }
  ninjas = Array.new(read_int) { read_ints(3).drop(1) } # without the id
  dogs = Array.new(read_int) { read_ints(3).drop(1) }
  souls = Array.new(read_int) { read_ints(2) }
  Side.new(power, cells, ninjas, dogs, souls, read_ints(8))
end

def neighbour(place, step)
  [place[0] + STEPS[step][0], place[1] + STEPS[step][1]]
end

def floor?(side, place)
  side.cells[place[0]][place[1]] == "_"
end

# Steps from every cell to the nearest target (breadth-first search).  幅優先探索
def distances(side, targets)
  found = Hash.new(FAR)
  queue = targets.select { |place| floor?(side, place) }
  queue.each { |place| found[place] = 0 }
  until queue.empty?
    place = queue.shift
    STEPS.each_key do |step|
      to = neighbour(place, step)
      next if !floor?(side, to) || found.key?(to)

      found[to] = found[place] + 1
      queue.push(to)
    end
  end
  found
end

# All walks of two steps over floor, with the cells that they visit.
def walks(side, start)
  STEPS.keys.product(STEPS.keys).filter_map do |first, second|
    via = neighbour(start, first)
    next unless floor?(side, via)

    to = neighbour(via, second)
    [first + second, via, to] if floor?(side, to)
  end
end

def best_walk(side, ninja, souls)
  to_soul = distances(side, souls)
  to_dog = distances(side, side.dogs)
  best = walks(side, ninja).max_by do |_, via, to|
    taken = [via, to].uniq.count { |place| souls.include?(place) }
    # A dog takes one step after us: beside a dog we are caught.  犬のとなりで止まると捕まる
    danger = to_dog[to] < 2 ? 500 : 0
    # YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう
    20 * taken - to_soul[to] - danger
  end
  best.first
end

# Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half.
def share(side, number)
  mine = side.souls.select { |row, _| (row > MIDDLE_ROW) == (number == 1) }
  mine.empty? ? side.souls : mine
end

answer("starter-ruby") # the name comes first  最初に名前を出力
loop do
  read_int # time left in milliseconds  残り時間
  read_ints(read_int) # what the jutsu cost  忍術のコスト
  me = read_side
  read_side # the opponent  相手
  walks_chosen = me.ninjas.each_with_index.map { |ninja, number| best_walk(me, ninja, share(me, number)) }
  answer(2, *walks_chosen) # 3 with a jutsu line before the walks  忍術を使うときは 3 行
end
