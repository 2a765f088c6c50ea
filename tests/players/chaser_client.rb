# A small CHaser client in Ruby: chaser_client.rb HOST PORT NAME
#
# Puts a block on the opponent beside it, takes items beside it, otherwise walks where it has been least often.
require "socket"

# Direction letter => its cell in the square of an answer, and the step.
WAYS = { "u" => [2, 0, -1], "r" => [6, 1, 0], "d" => [8, 0, 1], "l" => [4, -1, 0] }.freeze

def choose(square, x, y, visits)
  WAYS.each { |way, (cell, _, _)| return "p#{way}" if square[cell] == "1" }
  free = WAYS.keys.reject { |way| square[WAYS[way][0]] == "2" }
  return "lu" if free.empty?

  "w" + free.max_by do |way|
    cell, dx, dy = WAYS[way]
    (square[cell] == "3" ? 1000 : 0) - visits[[x + dx, y + dy]]
  end
end

host, port, name = ARGV
server = TCPSocket.new(host, port.to_i)
server.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
say = ->(text) { server.write("#{text}\r\n") }
x = y = 0
visits = Hash.new(0)
say.call(name)
while (line = server.gets) && line.start_with?("@")
  say.call("gr")
  square = server.gets
  break unless square&.start_with?("1")

  visits[[x, y]] += 1
  command = choose(square, x, y, visits)
  say.call(command)
  answer = server.gets
  if command[0] == "w"
    x += WAYS[command[1]][1]
    y += WAYS[command[1]][2]
  end
  say.call("#")
  break unless answer&.start_with?("1")
end
