# A first player for CHaser.  CHaser の最初のプレイヤーです。
#
#   build: ruby -wc player.rb
#   run:   ruby player.rb
#   on a server:  ruby player.rb HOST PORT NAME
#
# It puts a block on an enemy beside it, collects items where that is safe, and explores.
# 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
require_relative "chaser"

SIDE = { UP => 1, RIGHT => 5, DOWN => 7, LEFT => 3 }.freeze # the cell in each direction  となりのマス
CORNERS = { UP => [0, 2], RIGHT => [2, 8], DOWN => [6, 8], LEFT => [0, 6] }.freeze # beside it  ななめ
STEP = { UP => [0, -1], RIGHT => [1, 0], DOWN => [0, 1], LEFT => [-1, 0] }.freeze

# Remembers how often each cell was visited; the start is (0, 0).  歩いた回数の記録
class Explorer
  def initialize
    @x = @y = 0
    @visits = Hash.new(0)
    @visits[[0, 0]] = 1
  end

  def ahead(direction)
    [@x + STEP[direction][0], @y + STEP[direction][1]]
  end

  def times(direction)
    @visits[ahead(direction)]
  end

  def go(direction)
    @x, @y = ahead(direction)
    @visits[[@x, @y]] += 1
  end
end

# How good a step in this direction is; nil: never.
def value(cells, direction, explorer)
  cell = cells[SIDE[direction]]
  corners = cells.values_at(*CORNERS[direction])
  return nil if cell == BLOCK
  # A step beside an enemy lets it put a block on us.  相手のとなりに行くと負ける
  return nil if corners.include?(ENEMY)
  # Taking an item leaves a block behind us: is a side of the item's cell open?
  # アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。
  return corners == [BLOCK, BLOCK] ? nil : 1000 if cell == ITEM

  # YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう
  10 * corners.count(ITEM) - explorer.times(direction)
end

def act(client, cells, explorer)
  enemy = SIDE.keys.find { |direction| cells[SIDE[direction]] == ENEMY }
  return client.put(enemy) if enemy

  values = SIDE.keys.to_h { |direction| [direction, value(cells, direction, explorer)] }.compact
  return client.look(UP) if values.empty? # waits  待つ

  best = values.max_by(&:last).first
  explorer.go(best)
  client.walk(best)
end

begin
  client = Client.new("starter-ruby")
  explorer = Explorer.new
  loop { act(client, client.getReady, explorer) }
rescue GameOver
  exit
end
