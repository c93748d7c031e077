import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { readConfig } from '../config.ts';

test('an invalid database URL is reported by the name of its setting, never by its value', () => {
  const names = ['DATABASE_URL', 'PONTE_DATABASE_REPLICA_URL', 'PONTE_DATABASE_DIRECT_URL'];
  const read = (name: string, url: string) =>
    readConfig({ DATABASE_URL: 'postgres://a@b/c', [name]: url });
  for (const name of names) {
    for (const url of [
      'secret',
      'localhost:5432/secret',
      'https://user:secret@host/ponte',
      'postgres://',
      'postgres:///secret',
      'postgres://user:secret@/ponte',
      'postgres://user:se#cret@host/ponte',
      'postgres://user:secret@host:99999/ponte',
    ]) {
      assert.throws(
        () => read(name, url),
        ({ message }: Error) =>
          message.startsWith(`${name} must be`) && /%23/.test(message) && !/secret/.test(message),
        `${name}=${url}`,
      );
    }
    for (const url of [
      'postgres://host',
      'postgresql://user:p%40ss@[::1]:5432/ponte?sslmode=require',
      'postgres:///ponte?host=/run/postgresql',
      'postgres://user@/ponte?host=/run/postgresql',
    ]) {
      assert.ok(read(name, url), url);
    }
  }
});

test('an unreadable settings file is reported by the name of its setting only', () => {
  for (const [file, code] of [
    ['/nowhere/at/all', 'ENOENT'],
    [tmpdir(), 'EISDIR'],
    ['a token, not a file', 'ENOENT'],
  ] as const) {
    assert.throws(() => readConfig({ PONTE_EULEN_TOKEN_FILE: file }), {
      message: `PONTE_EULEN_TOKEN_FILE must name a file that can be read (${code})`,
    });
  }
});
