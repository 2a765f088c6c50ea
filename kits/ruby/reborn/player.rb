# A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
#
#   build: ruby -wc player.rb
#   run:   ruby player.rb
#
# It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
# the skill, which blows them up.
# パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5 をためてスキルで爆発させます。
require_relative "arena"

PACKS = 500
COLUMNS = 10
ROWS = 16
OJAMA = 11
SKILL_GAUGE = 80
NEIGHBOURS = [-1, 0, 1].product([-1, 0, 1]) - [[0, 0]]

# time_left: milliseconds  残り時間(ミリ秒)
# stock: ojama that wait to fall on this player  降ってくるお邪魔の数
# columns: columns[x] is the pile of column x, lowest block first  下から順
Player = Struct.new(:time_left, :stock, :gauge, :score, :columns)

def read_packs
  Array.new(PACKS) do
    pack = read_ints(4) # upper row, lower row
    read_word # END
    pack
  end
end

def read_player
  numbers = read_ints(4)
  rows = Array.new(ROWS) { read_ints(COLUMNS) } # from the top  上の段から
  read_word # END
  columns = rows.reverse.transpose.map { |pile| pile.reject(&:zero?) }
  Player.new(*numbers, columns)
end

# Turns  a b  clockwise into  c a
#        c d                  d b
def rotate(pack, times)
  times.times do
    a, b, c, d = pack
    pack = [c, a, d, b]
  end
  pack
end

def drop(columns, pack, position)
  a, b, c, d = pack
  columns[position] += [c, a].reject(&:zero?)
  columns[position + 1] += [d, b].reject(&:zero?)
end

def block_at(columns, x, y)
  x.between?(0, COLUMNS - 1) && y >= 0 ? columns[x][y] || 0 : 0
end

def makes_ten?(columns, x, y)
  NEIGHBOURS.any? { |dx, dy| columns[x][y] + block_at(columns, x + dx, y + dy) == 10 }
end

# The field without all blocks that make ten with a neighbour.
# となりと足して 10 になるブロックを消します。
def vanish(columns)
  columns.each_with_index.map do |pile, x|
    pile.each_with_index.reject { |_, y| makes_ten?(columns, x, y) }.map(&:first)
  end
end

def count_fives(columns)
  columns.sum { |pile| pile.count(5) }
end

# How good it is to drop the pack there: more is better.
def evaluate(me, pack, position)
  ojama = me.stock >= COLUMNS ? [OJAMA] : [] # a row of ojama falls first  先にお邪魔が 1 段降る
  columns = me.columns.map { |pile| pile + ojama }
  drop(columns, pack, position)
  chain = 0
  until (after = vanish(columns)) == columns
    chain += 1
    columns = after
  end
  height = columns.map(&:size).max
  return -1000 if height > ROWS # the game would be lost  負け

  # YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
  # For instance: look at the next packs too, and build a long chain before you fire it.
  10 * chain + 2 * count_fives(columns) - height
end

def choose(me, pack)
  return "S" if me.gauge >= SKILL_GAUGE && count_fives(me.columns) > 0

  moves = [*0...COLUMNS - 1].product([0, 1, 2, 3])
  moves.max_by { |position, times| evaluate(me, rotate(pack, times), position) }.join(" ")
end

answer("starter-ruby") # the name comes first  最初に名前を出力
packs = read_packs
loop do
  turn = read_int
  me = read_player
  read_player # the opponent  相手
  answer(choose(me, packs[turn]))
end
