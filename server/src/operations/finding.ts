import { inTime } from '../platform/in-time.ts';

/** What one look of the doctor found. */
export interface Finding {
  readonly check: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What the operator is to do; always there unless all is well. */
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

/** No look takes longer. */
const PATIENCE_MS = 5_000;

/** All at once. One that throws or does not come back has failed. */
export async function lookAt(
  checks: readonly Check[],
  patienceMs = PATIENCE_MS,
): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ check, look }) => ({ check, ...(await bounded(look, patienceMs)) })),
  );
}

async function bounded(look: Check['look'], patienceMs: number): Promise<Looked> {
  const answer = look().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : 'an unknown fault';
    return fail(message, 'Fix what the message names, and run it again.');
  });
  return inTime(answer, patienceMs, () =>
    fail(`no answer within ${String(patienceMs / 1_000)} seconds`, 'Find out what is hanging.'),
  );
}

/** One line a finding, and one more where there is something to do. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, verdict, found, todo }) => {
      const line = `${verdict.padEnd(4)}  ${check.padEnd(width)}  ${found}`;
      return todo === undefined ? line : `${line}\n${' '.repeat(width + 8)}→ ${todo}`;
    })
    .join('\n');
}
