# Talks with the arena over standard input and output.
# 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。

$stdout.sync = true # what stays in a buffer never arrives  バッファに残ると相手に届きません
$words = []

# The next word of the input. The program ends when there is none: the game is over.
def read_word
  while $words.empty?
    line = $stdin.gets
    exit unless line
    $words = line.split
  end
  $words.shift
end

def read_int
  read_word.to_i
end

def read_ints(count)
  Array.new(count) { read_int }
end

# Prints lines at once.
def answer(*lines)
  $stdout.write(lines.join("\n") + "\n")
end
