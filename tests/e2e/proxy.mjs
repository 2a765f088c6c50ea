// nginx with TLS before a site, as docs/operations/nginx.conf has it, on a free port with a certificate of its own.
import { execFileSync, spawn } from "node:child_process";
import {
    mkdirSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CONF = new URL("../../docs/operations/nginx.conf", import.meta.url);
const TRIES = 5;

const freePort = () =>
    new Promise((done) => {
        const server = createServer().listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });

const isOpen = (port) =>
    new Promise((done) => {
        const socket = connect(port, "127.0.0.1", () => {
            socket.destroy();
            done(true);
        });
        socket.once("error", () => done(false));
    });

function configure(folder, port, origin) {
    const own = readFileSync(CONF, "utf8")
        .replace(/server 127\.0\.0\.1:8080;/, `server ${new URL(origin).host};`)
        .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`)
        .replace(/listen \[::\]:443.*\n/, "")
        .replace(/server_name .*;/, "server_name 127.0.0.1;")
        .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
        .replace(
            /ssl_certificate_key .*;/,
            `ssl_certificate_key ${folder}/key.pem;`,
        );
    const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((kind) => `${kind}_temp_path ${folder}/tmp;`)
        .join("\n");
    const conf = `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temps}\n${own}}\n`;
    writeFileSync(join(folder, "nginx.conf"), conf);
}

/** Whoever was faster took the port: then another one is tried. */
async function startOnce(folder, origin) {
    const port = await freePort();
    configure(folder, port, origin);
    const child = spawn(
        "/usr/sbin/nginx",
        ["-p", folder, "-c", join(folder, "nginx.conf")],
        { stdio: ["ignore", "ignore", "pipe"] },
    );
    let said = "";
    child.stderr.on("data", (bytes) => (said += bytes));
    while (child.exitCode === null) {
        if (await isOpen(port)) return { child, port };
        await new Promise((done) => setTimeout(done, 20));
    }
    return { child: null, said };
}

export async function openProxy(origin) {
    const folder = mkdtempSync(join(tmpdir(), "taisen-proxy-"));
    mkdirSync(join(folder, "tmp"));
    const cert = join(folder, "cert.pem");
    execFileSync(
        "openssl",
        [
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=127.0.0.1",
        ].concat(
            ["-addext", "subjectAltName=IP:127.0.0.1"],
            ["-keyout", join(folder, "key.pem"), "-out", cert],
        ),
        { stdio: "ignore" },
    );
    let started;
    for (let i = 0; i < TRIES && !started?.child; i++)
        started = await startOnce(folder, origin);
    if (!started.child) throw new Error(`nginx: ${started.said}`);
    const { child, port } = started;
    const close = async () => {
        const ended = new Promise((done) => child.once("exit", done));
        if (child.exitCode === null && child.kill("SIGTERM")) await ended; // killed, it would leave its workers
        rmSync(folder, { recursive: true, force: true });
    };
    return { origin: `https://127.0.0.1:${port}`, cert, close };
}
