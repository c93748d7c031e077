import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { startEmbeddedPostgres } from '../server/src/launch/embedded-postgres.ts';
import { endProcesses, listDescendants } from './end-descendants.ts';
import { groupFiles, writeGroups } from './group-tests.ts';
import { ROOT } from './repository.ts';
import type { TestEvent } from './test-report.ts';

const FILE_TIMEOUT_MS = 180_000;
const LONG_FILE_TIMEOUT_MS = 600_000;

/** The compile cache: most of what a new process does is compiling the same sources. */
const COMPILED = join(ROOT, 'node_modules/.cache/ponte-compiled');

/** How long the processes of an interrupted run may take to clean up. */
const GRACE_MS = 5_000;

/** Nothing here outlives the run, so nothing has to reach the disk. */
const DATABASE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

/** Linux's in-memory file system: creating a database for each file is cheap there. */
const MEMORY = '/dev/shm';

/** Several times what a complete run needs at once; a container has far less by default. */
const ROOM_BYTES = 8 * 2 ** 30;

/** Where tests run: their PostgreSQL, a directory for the run, and a signal that ends it early. */
export interface TestStage {
  readonly databaseUrl: string;
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** A throw-away PostgreSQL for test files, gone when the work is done, even after Ctrl-C. */
export async function onTestStage<Result>(
  work: (stage: TestStage) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  // Listed at once: the children of one that ends are not found below it any more.
  const interrupted: number[] = [];
  const interrupt = (reason: string): void => {
    interrupted.push(...listDescendants(process.pid));
    interruption.abort(new Error(reason));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interrupt(`Interrupted by ${signal}.`));
  }
  const directory = await mkdtemp(join(tmpdir(), 'ponte-test-'));
  const memory = (await hasRoom(MEMORY)) ? await mkdtemp(join(MEMORY, 'ponte-test-')) : undefined;
  const root = memory ?? directory;
  try {
    // As root the database runs as another user, who must be able to traverse this directory.
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
    // One that ignores the signal, or leaves a child with its output, would be waited for forever.
    await endProcesses(interrupted, GRACE_MS);
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
  /** Limits the tests to names that one of these matches. */
  readonly only?: string | readonly RegExp[] | undefined;
  /** Whether each file has the machine to itself. */
  readonly alone: boolean;
  /** Where V8 writes coverage; without it the compile cache is used. */
  readonly v8Directory?: string | undefined;
}

/**
 * Runs test files and yields node:test's events. Neighbours share a process, unless each file has
 * the machine to itself, or names are selected: a file's own, as a suite, would count among them.
 */
export async function* runTests(
  { databaseUrl, directory, signal }: TestStage,
  { files, only, alone, v8Directory }: TestRun,
): AsyncGenerator<TestEvent> {
  // Many files spend most of their time waiting: for processes, clocks, a browser.
  const processes = alone ? 1 : availableParallelism() + 1;
  const fileTimeoutMs = alone ? LONG_FILE_TIMEOUT_MS : FILE_TIMEOUT_MS;
  const isGrouped = !alone && only === undefined;
  const groups = isGrouped ? groupFiles(files, processes) : files.map((file) => [file]);
  const starting = isGrouped
    ? await writeGroups(directory, groups, fileTimeoutMs)
    : files.map((path) => join(ROOT, path));
  yield* run({
    files: starting,
    concurrency: processes,
    timeout: fileTimeoutMs * Math.max(...groups.map((group) => group.length)),
    signal,
    env: {
      ...process.env,
      PONTE_TEST_DATABASE_URL: databaseUrl,
      // V8's coverage is less exact for functions that come from the cache.
      ...(v8Directory ? { NODE_V8_COVERAGE: v8Directory } : { NODE_COMPILE_CACHE: COMPILED }),
    },
    ...(only === undefined
      ? {}
      : { testNamePatterns: typeof only === 'string' ? only : [...only] }),
  }) as AsyncIterable<TestEvent>;
}
