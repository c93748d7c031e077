import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, one, onOff, ponte, required } from './cli-options.ts';

test('a numeric option accepts only plain decimal whole numbers within its range', () => {
  const read = (text: string) => count({ 'read-rate': text }, 'read-rate', 1, 100);
  assert.deepEqual(['1', '100', '007'].map(read), [1, 100, 7]);
  assert.equal(count({}, 'read-rate', 1, 100), undefined);
  for (const text of ['', ' 1', '-1', '+1', '0', '101', '1.0', '1e1', '0x1', '1234567890']) {
    assert.throws(() => read(text), /--read-rate takes a whole number from 1 to 100/, text);
  }
});

test('an option with a fixed set of values accepts only those, and the error lists them', () => {
  const modes = ['test', 'live'] as const;
  assert.equal(one({ mode: 'live' }, 'mode', modes), 'live');
  assert.equal(one({}, 'mode', modes), undefined);
  assert.throws(() => one({ mode: 'prod' }, 'mode', modes), /^Error: --mode takes test or live$/);
  const roles = ['all', 'api', 'worker'];
  assert.throws(() => one({ role: 'x' }, 'role', roles), /--role takes all, api or worker$/);
  assert.deepEqual(
    [onOff({ deposits: 'on' }, 'deposits'), onOff({}, 'deposits')],
    [true, undefined],
  );
  assert.equal(onOff({ deposits: 'off' }, 'deposits'), false);
  for (const deposits of ['yes', 'ON', '']) {
    assert.throws(() => onOff({ deposits }, 'deposits'), /--deposits takes on or off/);
  }
});

test('a required option must be given and not be empty', () => {
  assert.equal(required({ email: 'a@b.c' }, 'email'), 'a@b.c');
  for (const options of [{}, { email: '' }]) {
    assert.throws(
      () => required(options, 'email'),
      /--email is needed; see npm run -s ponte -- --help/,
    );
  }
});

test('a suggested command is shown as it is typed in this installation', () => {
  assert.equal(
    ponte('keys reseal', '/srv/ponte/server/src/cli.ts'),
    'npm run -s ponte -- keys reseal',
  );
  assert.equal(ponte('keys reseal', '/usr/local/bin/ponte'), 'ponte keys reseal');
});
