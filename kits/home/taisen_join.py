#!/usr/bin/env python3
"""Play on a site of Taisen's from home: for machines without Taisen. Python 3 alone is needed.

    python3 taisen_join.py https://SITE --token-file FILE --game reborn -- ./my_program

Your program runs here and is started anew for each match; the site is the referee. It is sent what
`taisen play` would send it. Ctrl-C leaves after the match that is being played; twice: at once.

The line to the site is one connection that is no longer HTTP after the answer 101. Both sides send
frames: a line `WORD A B`, and for some words A bytes behind it. See docs/PLAYERS.md.
"""
import argparse, json, os, select, shlex, signal, socket, ssl, subprocess, sys, time, urllib.parse

WITH_BYTES = {"data", "place", "match", "end", "note", "bye"}
UNCOUNTED = {"ping", "pong", "back"}
SILENT_S = 20  # the site sends something every five seconds; a line without is broken
RETRY_S = 55  # so long a broken line is tried again: then the site has given the place away
BLOCK = 16 * 1024


class Broken(Exception):
    """The connection broke: try again."""


class Refused(Exception):
    """The site does not want us."""


def say(text):
    print(text, flush=True)


class Line:
    """A connection to the site, and what must be sent again over the next one."""

    def __init__(self, options):
        self.options = options
        self.sock = None
        self.place = ""
        self.got = 0  # bytes of the site's that count
        self.sent = 0  # bytes of ours that the site has confirmed
        self.kept = b""  # bytes of ours behind those
        self.buffer = b""
        self.out = b""
        self.is_back = False  # the site has said on this connection what it has

    def open(self):
        url = urllib.parse.urlsplit(self.options.url)
        port = url.port or (443 if url.scheme == "https" else 80)
        query = {"ladder": self.options.ladder} if self.options.ladder else {"game": self.options.game}
        if self.options.room:
            query["room"] = self.options.room
        if self.place:
            query = {"place": self.place, "got": self.got}
        try:
            sock = socket.create_connection((url.hostname, port), timeout=20)
            if url.scheme == "https":
                context = ssl.create_default_context(cafile=self.options.cacert)
                sock = context.wrap_socket(sock, server_hostname=url.hostname)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.sendall(
                (
                    "GET %s/api/v1/home/line?%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
                    "Upgrade: taisen-line\r\nConnection: Upgrade\r\n\r\n"
                    % (url.path.rstrip("/"), urllib.parse.urlencode(query), url.netloc, self.options.token)
                ).encode()
            )
            head, rest = self.read_head(sock)
        except ssl.SSLCertVerificationError as error:
            raise Refused("the certificate of the site is not to be trusted: %s" % error)
        except OSError as error:
            raise Broken(str(error))
        status = int(head.split(None, 2)[1])
        if status != 101:
            raise self.refusal(status, rest)
        self.sock, self.buffer, self.out, self.is_back = sock, rest, b"", False
        sock.setblocking(False)

    def read_head(self, sock):
        data = b""
        while b"\r\n\r\n" not in data:
            more = sock.recv(BLOCK)
            if not more or len(data) > BLOCK:
                raise OSError("the site does not answer")
            data += more
        head, rest = data.split(b"\r\n\r\n", 1)
        head = head.decode("latin-1")
        if head.split(None, 2)[1] != "101":
            for line in head.split("\r\n"):
                if line.lower().startswith("content-length:"):
                    while len(rest) < int(line.split(":")[1]):
                        more = sock.recv(BLOCK)
                        if not more:
                            break
                        rest += more
        return head, rest

    @staticmethod
    def refusal(status, body):
        try:
            sentence = json.loads(body)["error"]
        except (ValueError, KeyError, TypeError):
            sentence = "status %d" % status
        if status >= 500 or status == 408:
            return Broken(sentence)
        return Refused(sentence if status != 404 else "404: " + sentence)

    def close(self):
        if self.sock:
            self.sock.close()
        self.sock = None

    def send(self, word, a=0, b=0, data=b""):
        frame = b"%s %d %d\n" % (word.encode(), a, b) + data
        if word not in UNCOUNTED:
            self.kept += frame
            if not self.is_back:
                return  # what the site lacks goes first: this would be counted in its place
        self.out += frame  # flush() sends it: a line that breaks here must not lose frames that have come

    def flush(self):
        try:
            while self.out:
                self.out = self.out[self.sock.send(self.out) :]
        except (BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
            pass
        except OSError as error:
            raise Broken(str(error))

    def receive(self):
        """All frames that have come; those that came before the line broke are heard first."""
        broken = None
        try:
            while not broken:
                data = self.sock.recv(4 * BLOCK)
                self.buffer += data
                if not data:
                    broken = Broken("the site closed the line")
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        except OSError as error:
            broken = Broken(str(error))
        frames = []
        while b"\n" in self.buffer:
            head, rest = self.buffer.split(b"\n", 1)
            word, a, b = head.decode().split()
            a, b = int(a), int(b)
            size = a if word in WITH_BYTES else 0
            if len(rest) < size:
                break
            if word not in UNCOUNTED:
                self.got += len(head) + 1 + size
            self.buffer = rest[size:]
            if word == "ping":
                self.confirm(b)
                self.send("pong", a, self.got)
            elif word == "back":
                self.confirm(b)
                self.is_back = True
                self.out += self.kept
            elif word == "place":
                self.place = rest[:size].decode()
            else:
                frames.append((word, a, b, rest[:size]))
        if broken and not frames:
            raise broken
        return frames

    def confirm(self, count):
        self.kept = self.kept[count - self.sent :]
        self.sent = count


class Client:
    def __init__(self, options):
        self.options = options
        self.line = Line(options)
        self.program = None
        self.match = None
        self.input = b""  # for the program, which has not taken it
        self.played = 0
        self.leaving = self.interrupted = False
        self.heard = 0.0
        signal.signal(signal.SIGINT, self.on_signal)
        signal.signal(signal.SIGTERM, self.on_signal)

    def on_signal(self, number, frame):
        if self.interrupted or not self.match:
            self.stop_program()
            os._exit(128 + number)
        self.interrupted = self.leaving = True
        say("leaving after this match; once more to leave at once")
        try:
            self.line.send("quit")
        except Exception:
            pass

    def start_program(self):
        self.program = subprocess.Popen(
            self.options.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        os.set_blocking(self.program.stdin.fileno(), False)
        os.set_blocking(self.program.stdout.fileno(), False)
        self.input = b""

    def stop_program(self):
        if not self.program:
            return
        try:
            os.killpg(self.program.pid, signal.SIGKILL)
        except OSError:
            pass
        self.program.stdout.close()
        try:
            self.program.stdin.close()
        except OSError:
            pass
        self.program.wait()
        self.program = None

    def hear(self, word, a, b, data):
        if word == "match":
            self.match = json.loads(data)
            say("match %(match)d: against %(opponent)s" % self.match)
            if self.options.matches and self.played + 1 >= self.options.matches:
                self.leaving = True
                self.line.send("quit")
            self.stop_program()
            self.start_program()
        elif word == "data" and self.match and b == self.match["match"]:
            self.input += data
        elif word == "end":
            self.stop_program()
            self.match = None
            self.played += 1
            self.tell_end(json.loads(data))
        elif word == "note":
            say(data.decode("utf-8", "replace"))
        elif word == "bye":
            raise Refused("the site says: " + data.decode("utf-8", "replace"))

    def tell_end(self, end):
        text = "match %d: %s (%s), %d turns" % (end["match"], end["result"], end["reason"], end["turns"])
        if end["is_rated"] and end["result"] != "void":
            text += ", rating %.1f (%+.1f)" % (end["after"], end["after"] - end["before"])
        say(text)

    def feed_program(self):
        try:
            while self.input:
                self.input = self.input[os.write(self.program.stdin.fileno(), self.input) :]
        except BlockingIOError:
            pass
        except OSError:
            self.input = b""

    def read_program(self):
        data = os.read(self.program.stdout.fileno(), BLOCK)
        if data:
            self.line.send("data", len(data), self.match["match"], data)
            return
        self.line.send("over", 0, self.match["match"])
        self.stop_program()

    def turn(self):
        reads, writes = [self.line.sock], []
        if self.line.out:
            writes.append(self.line.sock)
        if self.program and len(self.line.kept) < 64 * BLOCK:
            reads.append(self.program.stdout)
        if self.program and self.input:
            writes.append(self.program.stdin)
        pending = isinstance(self.line.sock, ssl.SSLSocket) and self.line.sock.pending()
        ready, _, _ = select.select(reads, writes, [], 0 if pending else 1)
        if self.line.sock in ready or pending:
            self.heard = time.monotonic()
            for frame in self.line.receive():
                self.hear(*frame)
        elif time.monotonic() - self.heard > SILENT_S:
            raise Broken("nothing has come for %d seconds" % SILENT_S)
        if self.program and self.program.stdout in ready:
            self.read_program()
        if self.program:
            self.feed_program()
        self.line.flush()

    def connect(self):
        """Opens the line, again and again while the site is away."""
        since, pause = time.monotonic(), 0.2
        while True:
            try:
                self.line.open()
                self.heard = time.monotonic()
                return
            except Broken as error:
                if self.line.place and time.monotonic() - since > RETRY_S:
                    self.forget_place("the line is broken: %s" % error)
                say("the site cannot be reached (%s); trying again" % error)
                time.sleep(pause)
                pause = min(2 * pause, 5)
            except Refused as error:
                if not self.line.place or not str(error).startswith("404"):
                    raise
                self.forget_place("the site has given the place away")

    def forget_place(self, why):
        if self.match:
            say("match %d is given up: %s" % (self.match["match"], why))
        self.stop_program()
        self.match = None
        self.line = Line(self.options)
        if self.leaving:
            raise Refused("left")

    def run(self):
        while not (self.leaving and not self.match):
            try:
                self.connect()
                say("at %s, waiting for an opponent" % self.options.url)
                while not (self.leaving and not self.match):
                    self.turn()
            except Broken as error:
                self.line.close()
                if not (self.leaving and not self.match):
                    say("the line broke (%s); connecting again" % error)
        self.line.close()


def main():
    parser = argparse.ArgumentParser(description="Play on a site of Taisen's from home.")
    parser.add_argument("url")
    parser.add_argument("--token", help="of your account; better --token-file")
    parser.add_argument("--token-file", help="a file with it")
    parser.add_argument("--game", default="", help="the game you play")
    parser.add_argument("--ladder", default="", help="or a ladder by its name")
    parser.add_argument("--room", default="", help="or a practice room by its code")
    parser.add_argument("--matches", type=int, default=0, help="leave after so many (default: never)")
    parser.add_argument("--once", action="store_const", const=1, dest="matches", help="leave after one")
    parser.add_argument("--cacert", help="certificates to trust")
    parser.add_argument("command", nargs="+", help="your program, behind --")
    options = parser.parse_args()
    if options.token_file:
        with open(options.token_file, encoding="utf-8") as file:
            options.token = file.read().split()[0]
    if not options.token or not (options.game or options.ladder or options.room):
        parser.error("a token, and a game, a ladder or a room are needed")
    if len(options.command) == 1:
        options.command = shlex.split(options.command[0])
    client = Client(options)
    try:
        client.run()
    except Refused as error:
        client.stop_program()
        sys.exit("taisen_join: %s" % error)
    finally:
        client.stop_program()


if __name__ == "__main__":
    main()
