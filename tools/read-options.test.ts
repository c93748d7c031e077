import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { readText, ROOT } from './repository.ts';

const MODULE = JSON.stringify(join(import.meta.dirname, 'read-options.ts'));
const SCRIPT = `
  import { namesIn, readOptions, wholeNumber } from ${MODULE};
  const options = { short: { type: 'boolean' }, only: { type: 'string' }, rows: { type: 'string', default: '7' } };
  const { short, only, rows } = readOptions(options);
  const names = only === undefined ? [] : namesIn('only', only, ['post', 'get']);
  console.log(short, ...names, wholeNumber('rows', rows, 1));`;

function run(...args: string[]): { status: number | null; out: string; err: string } {
  const command = ['--input-type=module', '--eval', SCRIPT, '--', 'script', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

test('a command reads its options, with defaults for omitted ones', () => {
  assert.deepEqual(run('--short'), { status: 0, out: 'true 7\n', err: '' });
  assert.equal(run('--rows', '12').out, 'undefined 12\n');
});

test('--help and an invalid option print the usage', () => {
  const help = run('--help');
  assert.equal(help.status, 0);
  assert.match(help.out, /--short\n {2}--only …\n {2}--rows 7\n$/);
  for (const wrong of [['--quick'], ['--rows'], ['--short=2'], ['more']]) {
    const { status, out, err } = run(...wrong);
    assert.deepEqual([status, out], [2, ''], wrong.join(' '));
    assert.match(err, /--short\n {2}--only …\n {2}--rows 7\n$/);
    assert.doesNotMatch(err, /\n\s+at /, 'a stack trace is printed');
  }
});

test('an invalid or too small number is refused, naming its option', () => {
  for (const wrong of ['many', '1.5', '0', '', '1e99']) {
    const { status, err } = run('--rows', wrong);
    assert.equal(status, 2, wrong);
    assert.match(err, /^--rows takes a whole number, 1 or more/);
  }
});

test('of the names given for an option, an unknown one is refused with those there are', () => {
  assert.equal(run('--only', 'get, post').out, 'undefined get post 7\n');
  for (const wrong of ['gett', 'post,gett', 'post,', '']) {
    const { status, out, err } = run('--only', wrong);
    assert.deepEqual([status, out], [2, ''], wrong);
    assert.match(err, /^--only takes some of post, get, and not “(gett)?”\n$/);
  }
});

test('every command for contributors prints its options with --help', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const others = ['start', 'ponte', 'build', 'check'];
  const deaf = Object.entries(scripts)
    .filter(([name]) => !others.includes(name))
    .map(([, command]) => command.split(' ')[2] ?? '')
    .filter((file) => !/\breadOptions(?:AndPaths)?\(/.test(readText(file)));
  assert.deepEqual([...new Set(deaf)], []);
});

test('npm test prints its options with --help, and refuses others', () => {
  const tests = (...args: string[]) =>
    spawnSync(process.execPath, [`${ROOT}/tools/test.ts`, ...args], { encoding: 'utf8' });
  const { status, stdout } = tests('--help');
  assert.equal(status, 0);
  assert.match(stdout, / {2}--only …\n[^]* {2}--coverage\n[^]* {2}path…\n$/);
  const refused = tests('--coverge');
  assert.equal(refused.status, 2);
  assert.doesNotMatch(refused.stderr, /\n\s+at /, 'a stack trace is printed');
});
