import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { startEmbeddedPostgres } from '../server/src/launch/embedded-postgres.ts';
import { ROOT } from './repository.ts';
import type { TestEvent } from './test-report.ts';

const FILE_TIMEOUT_MS = 180_000;
const LONG_FILE_TIMEOUT_MS = 600_000;

/** What was compiled once: by far the most that a new process does is read the same sources. */
const COMPILED = join(ROOT, 'node_modules/.cache/ponte-compiled');

/** Nothing here outlives the run, so nothing has to reach the disk. */
const DATABASE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

/** Where Linux keeps files that reach no disk: making a database for each file is cheap there. */
const MEMORY = '/dev/shm';

/** Several times what a run of everything holds at once; a container has far less by default. */
const ROOM_BYTES = 8 * 2 ** 30;

/** Where tests run: their PostgreSQL, a directory of the run, and what ends it before its time. */
export interface TestStage {
  readonly databaseUrl: string;
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** A throw-away PostgreSQL for test files, gone when the work is done, also by Ctrl-C. */
export async function onTestStage<Result>(
  work: (stage: TestStage) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const interrupt = (reason: string): void => interruption.abort(new Error(reason));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interrupt(`Interrupted by ${signal}.`));
  }
  const directory = await mkdtemp(join(tmpdir(), 'ponte-test-'));
  const memory = (await hasRoom(MEMORY)) ? await mkdtemp(join(MEMORY, 'ponte-test-')) : undefined;
  const root = memory ?? directory;
  try {
    // As root the database runs as another user, who must be able to pass through.
    await chmod(root, 0o755);
    const database = await startEmbeddedPostgres({
      dataDir: join(root, 'database'),
      password: randomBytes(16).toString('hex'),
      onExit: () => interrupt('The database of the run has ended.'),
      settings: DATABASE_SETTINGS,
    });
    try {
      const { signal } = interruption;
      return await work({ databaseUrl: database.url, directory, signal });
    } finally {
      await database.stop();
    }
  } finally {
    for (const made of [directory, memory]) {
      if (made) await rm(made, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function hasRoom(path: string): Promise<boolean> {
  const found = await statfs(path).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= ROOM_BYTES;
}

export interface TestRun {
  /** From the repository's root. */
  readonly files: readonly string[];
  /** Tests are limited to the names that one of these finds. */
  readonly only?: string | readonly RegExp[] | undefined;
  /** Whether each file has the machine for itself. */
  readonly alone: boolean;
  /** Where V8 writes down what ran; without it what was compiled once is used again. */
  readonly v8Directory?: string | undefined;
}

/** Runs test files, each in a process of its own, and yields what node:test tells. */
export function runTests(
  { databaseUrl, signal }: TestStage,
  { files, only, alone, v8Directory }: TestRun,
): AsyncIterable<TestEvent> {
  return run({
    files: files.map((path) => join(ROOT, path)),
    // Many files wait most of their time: for processes, clocks, a browser.
    concurrency: alone ? 1 : availableParallelism() + 1,
    timeout: alone ? LONG_FILE_TIMEOUT_MS : FILE_TIMEOUT_MS,
    signal,
    env: {
      ...process.env,
      PONTE_TEST_DATABASE_URL: databaseUrl,
      // Of functions that come compiled V8 counts less exactly what ran.
      ...(v8Directory ? { NODE_V8_COVERAGE: v8Directory } : { NODE_COMPILE_CACHE: COMPILED }),
    },
    ...(only === undefined
      ? {}
      : { testNamePatterns: typeof only === 'string' ? only : [...only] }),
  });
}
