import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { isSealed, SEAL } from './seal.ts';

const [unshare = '', ...args] = SEAL;
const isAllowed = spawnSync(unshare, [...args, 'true']).status === 0;

const ATTEMPT = `
import { connect } from 'node:net';
import { countUnroutable, isSealed } from '${import.meta.dirname}/seal.ts';
const [host] = process.argv.slice(1);
const before = countUnroutable();
connect({ host, port: 9 }).on('error', ({ code }) =>
  console.log(JSON.stringify([isSealed(), code, countUnroutable() - before])));`;

/** The result of connecting inside a sealed network. */
function tryIn(host: string): unknown {
  const node = [process.execPath, '--input-type=module', '-e', ATTEMPT, host];
  const { stdout, stderr } = spawnSync(unshare, [...args, ...node], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

test(
  'a connection attempt out of a sealed network fails and is counted',
  { skip: !isAllowed },
  () => {
    assert.equal(isSealed(), false);
    for (const host of ['192.0.2.1', '2001:db8::1']) {
      assert.deepEqual(tryIn(host), [true, 'ENETUNREACH', 1]);
    }
  },
);

test('a connection within the machine is not counted', { skip: !isAllowed }, () => {
  assert.deepEqual(tryIn('127.0.0.2'), [true, 'ECONNREFUSED', 0]);
});
