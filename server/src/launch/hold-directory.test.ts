import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdir, rename, symlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { makeScratch, startServerAlone } from '../../test/launcher.ts';
import { DirectoryHeldError, holdDirectory, holdDirectoryAfterCommands } from './hold-directory.ts';

const start = { kind: 'start', purpose: 'test' } as const;
const command = { kind: 'command', purpose: 'test' } as const;

function heldBy(kind: string, pid: number): (error: unknown) => boolean {
  return (error) => error instanceof DirectoryHeldError && error.kind === kind && error.pid === pid;
}

/** Resolves when this process's next outgoing connection is established. */
async function nextConnection(): Promise<void> {
  const { promise: connected, resolve } = Promise.withResolvers<unknown>();
  const onClient = (message: unknown): void => {
    // The shape of the message is given in Node's documentation.
    (message as { socket: Socket }).socket.once('connect', resolve);
  };
  subscribe('net.client.socket', onClient);
  await connected;
  unsubscribe('net.client.socket', onClient);
}

test('of concurrent attempts to hold a directory one succeeds, and the others learn the holder', async (t) => {
  const scratch = await makeScratch(t);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => holdDirectory(scratch, start)),
  );
  const holds = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  assert.equal(holds.length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.ok(heldBy('start', process.pid)(outcome.reason));
  }
  await holds[0]?.value.release();
  await (await holdDirectory(scratch, start)).release();
});

test('a held directory is recognized under another name', async (t) => {
  const scratch = await makeScratch(t);
  await mkdir(join(scratch, 'data'));
  const hold = await holdDirectory(join(scratch, 'data'), start);
  await symlink('data', join(scratch, 'link'));
  await assert.rejects(holdDirectory(join(scratch, 'link'), start), DirectoryHeldError);
  await rename(join(scratch, 'data'), join(scratch, 'moved'));
  await assert.rejects(holdDirectory(join(scratch, 'moved'), start), DirectoryHeldError);
  await hold.release();
});

test('a hold ends with its process, even if that is killed', async (t) => {
  const scratch = await makeScratch(t);
  const holder = startServerAlone(scratch);
  await holder.ready;
  const cluster = join(scratch, 'data', 'postgres');
  const claim = { kind: 'start', purpose: 'server' } as const;
  await assert.rejects(holdDirectory(cluster, claim), heldBy('start', holder.pid));
  holder.process.kill('SIGKILL');
  await holder.ended;
  await (await holdDirectory(cluster, claim)).release();
});

/** Holds a directory's lock file but not its socket, as a process in another container does. */
async function lockFromOutside(t: TestContext, directory: string): Promise<() => Promise<unknown>> {
  const script = `
    const { lockFile } = await import(${JSON.stringify(join(import.meta.dirname, 'lock-file.ts'))});
    await lockFile(${JSON.stringify(join(directory, 'test.lock'))});
    setInterval(globalThis.gc, 10);
    console.log('locked');`;
  const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return async () => {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  };
}

test('a lock file holds between containers, and is released with its process', async (t) => {
  const scratch = await makeScratch(t);
  const kill = await lockFromOutside(t, scratch);
  // Long enough for unreferenced objects to be garbage collected.
  await setTimeout(100);
  await assert.rejects(holdDirectory(scratch, start), /in use by .* another container/);
  const perNetwork = await holdDirectory(scratch, { ...start, perNetwork: true });
  await perNetwork.release();
  await kill();
  await (await holdDirectory(scratch, start)).release();
});

test('a holder that dies while it is being asked no longer holds', async (t) => {
  const scratch = await makeScratch(t);
  const holder = startServerAlone(scratch);
  await holder.ready;
  const cluster = join(scratch, 'data', 'postgres');
  // A stopped holder can't answer; the question ends when the kernel closes its socket.
  holder.process.kill('SIGSTOP');
  const asked = nextConnection();
  const asking = holdDirectory(cluster, { kind: 'start', purpose: 'server' });
  await asked;
  holder.process.kill('SIGKILL');
  await (await asking).release();
  await holder.ended;
});

test('a directory held by a command is waited for, and one held by a start is not', async (t) => {
  const scratch = await makeScratch(t);
  const busy = await holdDirectory(scratch, command);
  const kept = holdDirectoryAfterCommands(scratch, command, 150);
  await assert.rejects(
    kept,
    /^Error: A command is still working on .*Try again when it is done\.$/,
  );
  await assert.rejects(
    holdDirectoryAfterCommands(scratch, start, 150),
    heldBy('command', process.pid),
  );
  const waiting = holdDirectoryAfterCommands(scratch, start, 10_000);
  await busy.release();
  const started = await waiting;
  await assert.rejects(
    holdDirectoryAfterCommands(scratch, command, 10_000),
    heldBy('start', process.pid),
  );
  await started.release();
});
