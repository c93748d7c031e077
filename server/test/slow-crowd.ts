/**
 * Run as a separate process: opens many connections to a port and is slow on each. Prints a line
 * when all are open, and one for each that is cut.
 */
import { connect, type Socket } from 'node:net';

const [port = '', each = '', key = ''] = process.argv.slice(2);
const HEAD = `Host: x\r\nAuthorization: Bearer ${key}\r\n`;
const DRIP_MS = 400;

const KINDS: Record<string, (socket: Socket) => void> = {
  headers: (socket) => {
    socket.write('GET /v1/api/fees HTTP/1.1\r\nHost: x\r\nX-A: ');
    drip(socket);
  },
  bodies: (socket) => {
    socket.write(
      `POST /v1/api/wallets HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`,
    );
    drip(socket);
  },
  readers: (socket) => {
    // Requests long responses and reads none.
    socket.pause();
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
  },
};

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('a'), DRIP_MS);
  socket.on('close', () => clearInterval(timer)).resume();
}

const opened: Promise<void>[] = [];
for (const [kind, behave] of Object.entries(KINDS)) {
  for (let one = 0; one < Number(each); one += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('close', () => process.stdout.write(`cut ${kind}\n`));
    opened.push(
      new Promise((resolve) => {
        socket.on('connect', () => {
          behave(socket);
          resolve();
        });
      }),
    );
  }
}
await Promise.all(opened);
process.stdout.write('open\n');
// Exits with its parent process.
process.stdin.on('end', () => process.exit()).resume();
