import { withTimeout } from '../platform/with-timeout.ts';

/** The result of one of the doctor's checks. */
export interface Finding {
  readonly check: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What the operator should do; present unless everything is fine. */
  readonly todo?: string;
}

type Looked = Omit<Finding, 'check'>;

export interface Check {
  readonly check: string;
  readonly look: () => Promise<Looked>;
}

export function ok(found: string): Looked {
  return { verdict: 'ok', found };
}

export function warn(found: string, todo: string): Looked {
  return { verdict: 'warn', found, todo };
}

export function fail(found: string, todo: string): Looked {
  return { verdict: 'fail', found, todo };
}

/** The timeout of each check. */
const TIMEOUT_MS = 5_000;

/** Runs all checks at once. One that throws or times out has failed. */
export async function lookAt(checks: readonly Check[], maxWaitMs = TIMEOUT_MS): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ check, look }) => ({ check, ...(await bounded(look, maxWaitMs)) })),
  );
}

/** PostgreSQL's codes for a table, a column and a function that do not exist. */
const UNMIGRATED: readonly unknown[] = ['42P01', '42703', '42883'];

async function bounded(look: Check['look'], maxWaitMs: number): Promise<Looked> {
  const answer = look().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : 'an unknown fault';
    const isUnmigrated =
      error instanceof Error && 'code' in error && UNMIGRATED.includes(error.code);
    return fail(
      message,
      isUnmigrated
        ? 'Do first what the check "migrations" says.'
        : 'Fix what the message names, and run it again.',
    );
  });
  return withTimeout(answer, maxWaitMs, () =>
    fail(`no answer within ${String(maxWaitMs / 1_000)} seconds`, 'Find out what is hanging.'),
  );
}

/** One line per finding, and another one if there is something to do. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, verdict, found, todo }) => {
      const line = `${verdict.padEnd(4)}  ${check.padEnd(width)}  ${found}`;
      return todo === undefined ? line : `${line}\n${' '.repeat(width + 8)}→ ${todo}`;
    })
    .join('\n');
}
