# The client library: getReady, walk, look, search and put.
# CHaser の通信をするライブラリです。ふつうは書きかえません。
#
# The nine cells that come back are numbered     0 1 2     0 floor   床
# row by row; you stand on cell 4.               3 4 5     1 enemy   相手
# (search: nine cells straight ahead.)           6 7 8     2 block   ブロック
#                                                          3 item    アイテム
require "socket"

UP, RIGHT, DOWN, LEFT = %w[u r d l]
FLOOR, ENEMY, BLOCK, ITEM = *0..3

# Raised when the game has ended.  ゲーム終了
class GameOver < StandardError
end

class Client
  # Connects to the server named on the command line (HOST PORT [NAME]); without one, the game is
  # played over standard input and output.
  def initialize(name)
    @input = $stdin
    @output = $stdout
    @input = @output = TCPSocket.new(ARGV[0], ARGV[1].to_i) if ARGV.size >= 2
    @output.sync = true
    send_line(ARGV[2] || name)
  end

  # Waits for our turn; the cells around us.  自分の番を待ち、まわりの 9 マスを返す
  def getReady
    receive # @
    send_line("gr")
    cells_of(receive)
  end

  def walk(direction)
    act("w" + direction)
  end

  # The nine cells around the cell two steps ahead.  2 マス先を中心とする 9 マス
  def look(direction)
    act("l" + direction)
  end

  # The nine cells straight ahead.  直線 9 マス
  def search(direction)
    act("s" + direction)
  end

  def put(direction)
    act("p" + direction)
  end

  private

  def act(command)
    send_line(command)
    line = receive
    send_line("#")
    cells_of(line)
  end

  # A line is 1 and nine cells; 0 in place of the 1 says that the game has ended.
  def cells_of(line)
    raise GameOver unless line.start_with?("1")

    line[1, 9].chars.map(&:to_i)
  end

  def receive
    @input.gets or raise GameOver
  end

  def send_line(line)
    @output.write(line + "\r\n")
  end
end
