/**
 * `npm run test:runtimes`: one rehearsal of a deposit in each runtime that the client is for, with
 * the package as it is published, and the webhook receivers that the guide shows, each in its
 * framework. Exits with status 2 when the runtimes and frameworks cannot be fetched.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../../../tools/read-options.ts';
import { onTestStage, runTests } from '../../../tools/run-tests.ts';
import { reportTests } from '../../../tools/test-report.ts';
import { npm } from '../packed.ts';
import { BINARIES } from './runtimes.ts';

readOptions({});
const directory = await mkdtemp(join(tmpdir(), 'ponte-runtimes-'));
try {
  process.exitCode = (await isFetched()) ? await rehearse() : 2;
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

async function isFetched(): Promise<boolean> {
  for (const name of ['package.json', 'package-lock.json']) {
    await cp(join(import.meta.dirname, name), join(directory, name));
  }
  try {
    await npm(directory, ['ci', '--loglevel', 'error']);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      'npm could not fetch the runtimes and the frameworks: the registry is unreachable.',
    );
    return false;
  }
}

/** The exit status: 0 when the client and the receivers work everywhere. */
async function rehearse(): Promise<number> {
  process.env[BINARIES] = join(directory, 'node_modules');
  return onTestStage(async (stage) => {
    const files = ['rehearsal.ts', 'frameworks.ts'].map((name) => `sdk/test/runtimes/${name}`);
    const report = await reportTests(runTests(stage, { files, alone: true }));
    await report.printSummary();
    return report.success ? 0 : 1;
  });
}
