import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { listen } from '../../test/listen.ts';
import { findListeningPort } from './listening-port.ts';

const { signal } = new AbortController();

test('the error for an address that cannot be listened on names PONTE_HOST', async () => {
  for (const host of ['192.0.2.1', '2001:db8::1']) {
    await assert.rejects(findListeningPort(host, 49_151, signal), ({ message }: Error) => {
      assert.match(message, /^Cannot listen on port 49151 of .+ \([A-Z_]+\)\. Set PONTE_HOST to /);
      return message.includes(host);
    });
  }
});

test('the error for a port in use names PORT', async (t) => {
  const other = createServer();
  const port = await listen(other);
  t.after(() => other.close());
  await assert.rejects(findListeningPort('127.0.0.1', port, signal), {
    message: /in use by another program\. Set PORT to a free one\.$/,
  });
});
