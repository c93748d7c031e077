import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { endPreviousServer } from './previous-server.ts';

/** A cluster whose pid file names this process, and whose pipe looks held by a server. */
async function servedByStranger(t: TestContext) {
  const cluster = await mkdtemp(join(tmpdir(), 'ponte-previous-'));
  t.after(() => rm(cluster, { recursive: true, force: true }));
  const [note, pipe] = [join(cluster, 'postmaster.pid'), join(cluster, 'serving')];
  await writeFile(note, `${String(process.pid)}\n${cluster}\n0\n5432\n`);
  await promisify(execFile)('mkfifo', [pipe]);
  const server = await open(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  return { cluster, note, server };
}

test('a server elsewhere is waited for until it stops and removes its pid file', async (t) => {
  const { cluster, note, server } = await servedByStranger(t);
  const ending = endPreviousServer(cluster);
  await rm(note);
  await server.close();
  await ending;
  assert.deepEqual(await readdir(cluster), ['serving']);
});

test('a pid file whose pid belongs to another process is made to name none', async (t) => {
  const { cluster, note, server } = await servedByStranger(t);
  await server.close();
  await endPreviousServer(cluster);
  assert.match(await readFile(note, 'utf8'), /^2147483647\n/);
});
