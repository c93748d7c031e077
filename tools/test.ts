/**
 * `npm test`: every test file of the project but the long ones, on one throw-away PostgreSQL.
 * `npm test -- path…` and `npm test -- --only 'name pattern'` run a part, `npm run test:long` the
 * long ones one by one. `npm test -- --coverage` holds the whole to the coverage floor.
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

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const interruption = new AbortController();
const interrupt = (reason: string): void => interruption.abort(new Error(reason));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupt(`Interrupted by ${signal}.`));
}
const selection = selectTests(positionals, values);
for (const path of positionals) {
  if (selectTests([path], { long: values.long }).files.length > 0) continue;
  console.error(`There is no ${values.long ? 'long ' : ''}test file at ${path}.`);
  process.exit(1);
}
if (values.coverage && !selection.whole) {
  console.error('Only a run of every test has a coverage to speak of.');
  process.exit(1);
}
const directory = await mkdtemp(join(tmpdir(), 'ponte-test-'));
try {
  // As root the database runs as another user, who must be able to pass through.
  await chmod(directory, 0o755);
  const succeeded = await runOnDatabase(selection, directory);
  if (interruption.signal.aborted) console.error(String(interruption.signal.reason));
  process.exitCode = succeeded && !interruption.signal.aborted ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

async function runOnDatabase(selection: Selection, directory: string): Promise<boolean> {
  const database = await startEmbeddedPostgres({
    dataDir: join(directory, 'database'),
    password: randomBytes(16).toString('hex'),
    onExit: () => interrupt('The database of the run has ended.'),
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
  const events = run({
    files: selection.files.map((path) => join(ROOT, path)),
    // Many files wait most of their time: for processes, clocks, a browser.
    concurrency: selection.alone ? 1 : availableParallelism() + 1,
    timeout: selection.alone ? LONG_FILE_TIMEOUT_MS : FILE_TIMEOUT_MS,
    signal: interruption.signal,
    env: {
      ...process.env,
      PONTE_TEST_DATABASE_URL: databaseUrl,
      // Of functions that come compiled V8 counts less exactly what ran.
      ...(values.coverage ? { NODE_V8_COVERAGE: v8Directory } : { NODE_COMPILE_CACHE: COMPILED }),
    },
    ...(selection.only === undefined ? {} : { testNamePatterns: selection.only }),
  });
  const report = await reportTests(events);
  const notRun = selection.files.filter((path) => !report.durations.has(path));
  printSlowest(report.durations);
  const covered =
    !values.coverage || interruption.signal.aborted || (await reportCoverage(v8Directory));
  if (selection.only === undefined) for (const path of notRun) console.log(`✖ ${path} ran no test`);
  if (report.durations.size === 0) console.log('✖ no test ran');
  await report.printSummary();
  return report.success && covered && (selection.only !== undefined || notRun.length === 0);
}
