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
  // What is sent before the response, and what after it.
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
      const closed = once(socket, 'close');
      socket.write(begin);
      const answer = await answerOn(socket);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${String(status)} `));
      // A proxy must not send another client's request in place of the rest.
      assert.match(answer, /\r\nconnection: close\r\n/i);
      // All that is sent is consumed, and only then it ends; a reset would be an error here.
      await new Promise((resolve) => socket.write(rest, resolve));
      await closed;
      assert.equal(socket.errored, null);
    });
  }
});

test('a connection serves on when all of a body that was refused has come', async () => {
  const socket = connect(Number(port), hostname);
  for (let time = 0; time < 2; time += 1) {
    socket.write('POST /v1/api/wallets HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    const answer = await answerOn(socket);
    assert.match(answer, /^HTTP\/1\.1 401 /);
    assert.doesNotMatch(answer, /\r\nconnection: close\r\n/i);
  }
  socket.destroy();
});

test('whoever sends a broken rest gets no second answer', async () => {
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close');
  socket.write(`${headOf('/nothing', 'application/json')}Transfer-Encoding: chunked\r\n\r\n`);
  assert.match(await answerOn(socket), /^HTTP\/1\.1 404 /);
  socket.on('data', () => assert.fail('a second answer'));
  socket.write('ZZ\r\n');
  await closed;
  assert.equal(socket.errored, null);
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
