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

describe('a client still sending a refused body reads the response', { concurrency: true }, () => {
  // What is sent before the response, and what after it.
  const bodies: Readonly<Record<string, readonly [begin: string, rest: string, status: number]>> = {
    'a body declared too long': [
      `${headOf('/v1/api/wallets', 'application/json')}Content-Length: ${String(MORE.length)}\r\n\r\n`,
      MORE,
      413,
    ],
    'a chunked body that becomes too long': [
      `${headOf('/v1/api/wallets', 'application/json')}Transfer-Encoding: chunked\r\n\r\n${chunk('x'.repeat(CHUNK))}`,
      `${chunk(MORE)}0\r\n\r\n`,
      413,
    ],
    'a body of another type': [
      `${headOf('/v1/api/wallets', 'multipart/form-data')}Content-Length: ${String(MORE.length)}\r\n\r\n`,
      MORE,
      415,
    ],
    'a chunked body of another type': [
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

test('a connection stays usable once a refused body has arrived completely', async () => {
  const socket = connect(Number(port), hostname);
  for (let time = 0; time < 2; time += 1) {
    socket.write('POST /v1/api/wallets HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    const answer = await answerOn(socket);
    assert.match(answer, /^HTTP\/1\.1 401 /);
    assert.doesNotMatch(answer, /\r\nconnection: close\r\n/i);
  }
  socket.destroy();
});

test('a malformed rest of a refused body gets no second response', async () => {
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
