/**
 * `npm start` on an empty data directory, as a newcomer experiences it: what it prints and what the
 * README shows is pasted into a shell; then it is killed, started again and stopped.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../server/src/launch/free-port.ts';
import { readOptions } from './read-options.ts';
import { ROOT, readText } from './repository.ts';
import {
  commandsIn,
  differences,
  type Example,
  examplesIn,
  onlyReads,
  unmarkedLines,
} from './smoke/examples.ts';
import { startGateway } from './smoke/gateway.ts';
import { endProcessesWith, processesWith, waitUntil } from './smoke/processes.ts';
import { openShell, type Shell } from './smoke/shell.ts';
import { whenInterrupted } from './when-interrupted.ts';

/** A clean stop may take as long as a process manager usually waits before it kills. */
const STOP_MS = 10_000;
const SETTLING_MS = 15_000;
const KEY = /\bpt_test_\w+/;

readOptions({});
const readme = readText('README.md');
const examples = examplesIn(readme);
checkUnmarked(readme);
const dataDir = await mkdtemp(join(tmpdir(), 'ponte-smoke-'));
const environment = { ...process.env, PONTE_DATA_DIR: dataDir, PORT: String(await findFreePort()) };
const interrupted = whenInterrupted();
let shell: Shell | undefined;
try {
  await Promise.race([startTwice(), interrupted]);
  console.log('✔ npm start works as the README says');
} finally {
  shell?.close();
  await endProcessesWith(dataDir, STOP_MS);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function startTwice(): Promise<void> {
  shell = await firstStart();
  await secondStart(shell);
}

/** Ends like a crash: the launcher is killed, and everything it started must end by itself. */
async function firstStart(): Promise<Shell> {
  const gateway = await startGateway(environment);
  report('first start', gateway.readyAfterMs);
  // The API serves a moment before the launcher prints what to paste.
  await waitUntil('the printed test key', SETTLING_MS, () => KEY.test(gateway.output()));
  const newcomer = openShell(ROOT, {
    ...environment,
    PONTE_URL: gateway.url,
    PONTE_KEY: keyIn(gateway.output()),
  });
  const pasted = commandsIn(gateway.output()).map((command) => ({ command, answer: undefined }));
  for (const example of [...pasted, ...examples]) await runExample(newcomer, example);
  process.kill(gateway.launcher, 'SIGKILL');
  const ended = await waitUntil('the end after kill -9', STOP_MS, () => nothingRuns(newcomer));
  report('ended after kill -9', ended);
  return newcomer;
}

/** On the data that the crash left, ended cleanly by the signal that a supervisor sends to npm. */
async function secondStart(newcomer: Shell): Promise<void> {
  const gateway = await startGateway(environment);
  report('second start', gateway.readyAfterMs);
  for (const example of examples.filter(({ command }) => onlyReads(command))) {
    await runExample(newcomer, example);
  }
  const startedAt = performance.now();
  gateway.npm.kill('SIGTERM');
  await waitUntil('the end of npm start', STOP_MS, () => gateway.npm.exitCode !== null);
  const status = await gateway.exitStatus;
  if (status !== 0) throw new Error(`npm start ended with status ${status} after SIGTERM.`);
  if (!nothingRuns(newcomer)) throw new Error('npm start left processes behind.');
  report('clean stop', performance.now() - startedAt);
}

function keyIn(banner: string): string {
  return KEY.exec(banner)?.[0] ?? '';
}

async function runExample(newcomer: Shell, { command, answer }: Example): Promise<void> {
  console.log(`\n$ ${command}`);
  const deadline = performance.now() + SETTLING_MS;
  for (;;) {
    const output = await newcomer.run(command);
    const wrong = answer === undefined ? [] : differences(answer, JSON.parse(output));
    // The effect of the last command may take a moment to show, as it would for somebody typing.
    if (wrong.length > 0 && onlyReads(command) && performance.now() < deadline) {
      await pause(200);
      continue;
    }
    console.log(output.trim());
    if (wrong.length > 0) throw new Error(`The README shows another answer: ${wrong.join('; ')}.`);
    return;
  }
}

/** Checks that every command in the README is run: here, or by .ci/run beforehand. */
function checkUnmarked(document: string): void {
  const ciLines = readText('.ci/run')
    .replaceAll(/^if_installed /gm, '')
    .split('\n');
  const elsewhere = [...ciLines, 'npm start'];
  const forgotten = unmarkedLines(document).filter(
    (line) => !elsewhere.includes(line) && !/^(git clone|cd) /.test(line),
  );
  if (forgotten.length > 0)
    throw new Error(`Nobody runs from the README: ${forgotten.join('; ')}.`);
}

/** Except for the newcomer's own shell. */
function nothingRuns(newcomer: Shell): boolean {
  return processesWith(dataDir).every((pid) => pid === newcomer.pid);
}

function report(what: string, milliseconds: number): void {
  console.log(`✔ ${what}: ${(milliseconds / 1000).toFixed(1)} s`);
}
