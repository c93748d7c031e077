import { relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { ROOT } from './repository.ts';

/** What node:test's `run` yields; its own types only cover the stream's listeners. */
export interface TestEvent {
  readonly type: string;
  readonly data: {
    name?: string;
    nesting?: number;
    file?: string;
    skip?: string | boolean;
    details?: {
      type?: string;
      duration_ms?: number;
      error?: { message?: string; failureType?: string; cause?: unknown };
    };
    message?: string;
    counts?: { tests: number };
    duration_ms?: number;
    success?: boolean;
  };
}

export interface TestReport {
  readonly success: boolean;
  /** How long each file with at least one test took, in milliseconds, by its path from the root. */
  readonly durations: Map<string, number>;
  /** Prints the totals. They come last, so call this after printing anything else. */
  readonly printSummary: () => Promise<void>;
}

/** Prints a run as it progresses, except for its totals. */
export async function reportTests(events: AsyncIterable<TestEvent>): Promise<TestReport> {
  const report = new spec();
  report.pipe(process.stdout, { end: false });
  const durations = new Map<string, number>();
  const totals: TestEvent[] = [];
  const track = trackFiles(durations);
  let success = false;
  for await (const event of events) {
    const { file, counts } = event.data;
    if (isTotal(event)) totals.push(event);
    else report.write(event);
    const reason = reasonOfFailure(event);
    if (reason) report.write({ type: 'test:stderr', data: { message: reason } });
    track(event);
    if (event.type !== 'test:summary' || file !== undefined) continue;
    success = event.data.success === true && (counts?.tests ?? 0) > 0;
  }
  report.end();
  await finished(report);
  return { success, durations, printSummary: () => printTotals(totals) };
}

/**
 * Notes how long a file with tests took. One that has its own process ends with a summary; one of a
 * group is a suite, and its results come before it: those of two processes are never mixed.
 */
export function trackFiles(durations: Map<string, number>): (event: TestEvent) => void {
  let tests = 0;
  return ({ type, data }) => {
    const { name = '', file, nesting, details, counts } = data;
    if (type === 'test:summary' && file !== undefined && file.endsWith('.ts')) {
      if ((counts?.tests ?? 0) > 0) durations.set(relative(ROOT, file), data.duration_ms ?? 0);
    }
    if (type !== 'test:pass' && type !== 'test:fail') return;
    if (details?.type !== 'suite') tests += 1;
    if (nesting !== 0) return;
    if (tests > 0 && name.endsWith('.test.ts')) durations.set(name, details?.duration_ms ?? 0);
    tests = 0;
  };
}

/**
 * The closing lines: `tests 12`, `pass 12`, `fail 0` and so on. Diagnostics of a test name a file.
 */
function isTotal({ type, data }: TestEvent): boolean {
  return type === 'test:diagnostic' && data.nesting === 0 && data.file === undefined;
}

/**
 * Why a test failed. node:test reports that when the whole run has ended, which an interrupted run
 * never reaches. A suite that fails because of a test in it has no reason of its own.
 */
export function reasonOfFailure({ type, data }: TestEvent): string | undefined {
  const error = data.details?.error;
  if (type !== 'test:fail' || !error || error.failureType === 'subtestsFailed') return undefined;
  return `${inspect(error.cause ?? error).replace(/^/gmu, '    ')}\n`;
}

async function printTotals(totals: TestEvent[]): Promise<void> {
  const report = new spec();
  report.pipe(process.stdout, { end: false });
  for (const event of totals) report.write(event);
  report.end();
  await finished(report);
}

export function printSlowest(durations: Map<string, number>): void {
  const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, 10);
  console.log('\nSlowest files');
  for (const [file, duration] of slowest) {
    console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${file}`);
  }
}
