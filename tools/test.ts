/**
 * `npm test`: every test file of the project on one throw-away PostgreSQL, then coverage.
 * `npm test -- path…` and `npm test -- --only 'name pattern'` run a part.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../server/src/launch/embedded-postgres.ts';
import { reportCoverage } from './coverage.ts';
import { ROOT } from './repository.ts';
import { type Selection, selectTests } from './test-files.ts';
import { printSlowest, reportTests } from './test-report.ts';

const FILE_TIMEOUT_MS = 180_000;

/** Nothing here outlives the run, so nothing has to reach the disk. */
const DATABASE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort(`Interrupted by ${signal}.`));
}
const selection = selectTests(positionals, values.only);
for (const path of positionals) {
  if (selectTests([path], undefined).files.length > 0) continue;
  console.error(`There is no test file at ${path}.`);
  process.exit(1);
}
const directory = await mkdtemp(join(tmpdir(), 'ponte-test-'));
try {
  // As root the database runs as another user, who must be able to pass through.
  await chmod(directory, 0o755);
  const succeeded = await runOnDatabase(selection, directory);
  if (interruption.signal.aborted) console.error(interruption.signal.reason);
  process.exitCode = succeeded && !interruption.signal.aborted ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

async function runOnDatabase(selection: Selection, directory: string): Promise<boolean> {
  const database = await startEmbeddedPostgres({
    dataDir: join(directory, 'database'),
    password: randomBytes(16).toString('hex'),
    onExit: () => interruption.abort('The database of the run has ended.'),
    settings: DATABASE_SETTINGS,
  });
  try {
    return await runTests(selection, database.url, join(directory, 'coverage'));
  } finally {
    await database.stop();
  }
}

async function runTests(
  selection: Selection,
  databaseUrl: string,
  v8Directory: string,
): Promise<boolean> {
  const environment = { ...process.env, PONTE_TEST_DATABASE_URL: databaseUrl };
  const events = run({
    files: selection.files.map((path) => join(ROOT, path)),
    // Many files wait most of their time: for processes, clocks, a browser.
    concurrency: availableParallelism() + 1,
    timeout: FILE_TIMEOUT_MS,
    signal: interruption.signal,
    env: selection.whole ? { ...environment, NODE_V8_COVERAGE: v8Directory } : environment,
    ...(selection.only === undefined ? {} : { testNamePatterns: selection.only }),
  });
  const report = await reportTests(events);
  const notRun = selection.files.filter((path) => !report.durations.has(path));
  printSlowest(report.durations);
  const covered =
    !selection.whole || interruption.signal.aborted || (await reportCoverage(v8Directory));
  if (selection.only === undefined) for (const path of notRun) console.log(`✖ ${path} ran no test`);
  if (report.durations.size === 0) console.log('✖ no test ran');
  await report.printSummary();
  return report.success && covered && (selection.only !== undefined || notRun.length === 0);
}
