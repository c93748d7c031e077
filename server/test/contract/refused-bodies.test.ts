import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const { key } = await openTenant(gateway);
const { hostname, port } = new URL(gateway.url);

const MORE = 'x'.repeat(4_000_000);
const AUTHORIZATION = `Authorization: Bearer ${key}\r\n`;
const CHUNK = 0x11_000;

describe('whoever still sends when a body is refused reads why', { concurrency: true }, () => {
  // What is sent before the answer, and what after it.
  const bodies: Readonly<Record<string, readonly [begin: string, rest: string, status: number]>> = {
    'one that says that it is too long': [
      `${headOf('/v1/api/wallets', 'application/json')}Content-Length: ${String(MORE.length)}\r\n\r\n`,
      MORE,
      413,
    ],
    'one that turns out to be too long': [
      `${headOf('/v1/api/wallets', 'application/json')}Transfer-Encoding: chunked\r\n\r\n${chunk('x'.repeat(CHUNK))}`,
      `${chunk(MORE)}0\r\n\r\n`,
      413,
    ],
    'one of another type': [
      `${headOf('/v1/api/wallets', 'multipart/form-data')}Content-Length: ${String(MORE.length)}\r\n\r\n`,
      MORE,
      415,
    ],
    'chunks of another type': [
      `${headOf('/v1/api/wallets', 'text/plain')}Transfer-Encoding: chunked\r\n\r\n${chunk('x')}`,
      `${chunk(MORE)}0\r\n\r\n`,
      415,
    ],
    'a form that is too long': [
      `${headOf('/pay/x', 'application/x-www-form-urlencoded')}Content-Length: ${String(MORE.length)}\r\n\r\n`,
      MORE,
      413,
    ],
  };
  for (const [name, [begin, rest, status]] of Object.entries(bodies)) {
    test(name, async () => {
      const socket = connect(Number(port), hostname);
      socket.write(begin);
      assert.match(await answerOn(socket), new RegExp(`^HTTP/1\\.1 ${String(status)} `));
      socket.write(rest);
      // The connection serves on, so all that was sent was taken.
      socket.write(`GET /v1/api/fees HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\n`);
      assert.match(await answerOn(socket), /^HTTP\/1\.1 200 /);
      socket.destroy();
    });
  }
});

function headOf(path: string, type: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}Content-Type: ${type}\r\n`;
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

async function answerOn(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString();
}
