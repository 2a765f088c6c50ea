// Talks with the arena over standard input and output.
// 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

var words = newWords()

func newWords() *bufio.Scanner {
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Split(bufio.ScanWords)
	return scanner
}

// The next word of the input. The program ends when there is none: the game is over.
func readWord() string {
	if !words.Scan() {
		os.Exit(0)
	}
	return words.Text()
}

func readInt() int {
	n, err := strconv.Atoi(readWord())
	if err != nil {
		panic(err)
	}
	return n
}

func readInts(count int) []int {
	numbers := make([]int, count)
	for i := range numbers {
		numbers[i] = readInt()
	}
	return numbers
}

// Prints a line at once; fmt.Print has no buffer that could keep it.
func answer(line string) {
	fmt.Println(line)
}
