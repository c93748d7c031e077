/**
 * `npm test`: every test file of the project except the long ones, on one throw-away PostgreSQL.
 * `npm test -- path…` and `npm test -- --only 'name pattern'` run a part, `npm run test:long` the
 * long ones one by one, with `-- --short` half of them, chosen by the commit's hash.
 * `npm test -- --coverage` enforces the coverage floor on a complete run;
 * `npm test -- --apart path…` turns batching off: each query to the database is sent by itself.
 */
import { join } from 'node:path';
import { reportCoverage } from './coverage.ts';
import { readOptionsAndPaths } from './read-options.ts';
import { currentCommit } from './repository.ts';
import { onTestStage, runTests, type TestStage } from './run-tests.ts';
import { type Selection, halfOf, selectTests } from './test-files.ts';
import { printSlowest, reportTests } from './test-report.ts';

const { values, positionals } = readOptionsAndPaths({
  only: { type: 'string' },
  long: { type: 'boolean', default: false },
  short: { type: 'boolean', default: false },
  coverage: { type: 'boolean', default: false },
  apart: { type: 'boolean', default: false },
});
if (values.apart) process.env['PONTE_DATABASE_GATHER'] = 'false';
const half = values.short ? halfOf(currentCommit() ?? '0') : undefined;
const selection = selectTests(positionals, { ...values, half });
for (const path of positionals) {
  if (selectTests([path], { long: values.long }).files.length > 0) continue;
  console.error(`There is no ${values.long ? 'long ' : ''}test file at ${path}.`);
  process.exit(1);
}
if (values.coverage && !selection.whole) {
  console.error('Only a run of every test has a coverage to speak of.');
  process.exit(1);
}
process.exitCode = (await onTestStage((stage) => succeeds(stage, selection))) ? 0 : 1;

async function succeeds(stage: TestStage, { files, only, alone }: Selection): Promise<boolean> {
  const { signal, directory } = stage;
  const v8Directory = values.coverage ? join(directory, 'coverage') : undefined;
  const report = await reportTests(runTests(stage, { files, only, alone, v8Directory }));
  const notRun = files.filter((path) => !report.durations.has(path));
  printSlowest(report.durations);
  const covered = !v8Directory || signal.aborted || (await reportCoverage(v8Directory));
  if (only === undefined) for (const path of notRun) console.log(`✖ ${path} ran no test`);
  if (report.durations.size === 0) console.log('✖ no test ran');
  await report.printSummary();
  if (signal.aborted) console.error(String(signal.reason));
  const complete = only !== undefined || notRun.length === 0;
  return report.success && covered && complete && !signal.aborted;
}
