import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { type Files, openFiles, openFileWatch } from './watch-files.ts';

test('running out of file descriptors is logged once, and again after there were enough', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  let files: Files | undefined = { open: 800, most: 1_000 };
  const look = openFileWatch(log, async () => files);
  await look();
  assert.deepEqual(lines, []);
  files = { open: 801, most: 1_000 };
  await look();
  await look();
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"open":801,"most":1000,.*LimitNOFILE/);
  files = undefined;
  await look();
  files = { open: 1_000, most: 1_000 };
  await look();
  assert.equal(lines.length, 2);
});

test('on Linux the file descriptors of this process are counted', async () => {
  const files = await openFiles()();
  assert.equal(files === undefined, process.platform !== 'linux');
  if (files) assert.ok(files.open > 2 && files.open < files.most, JSON.stringify(files));
});
