import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { signalIfAlive } from '../../server/src/launch/previous-server.ts';

/** A process that has ended but was not reaped still has a PID; it does nothing any more. */
const ZOMBIE = 'Z';

/**
 * The living processes that have `marker` in their command line, environment or working directory
 * (Linux). PostgreSQL's children overwrite the first two.
 */
export function processesWith(marker: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && stateOf(pid) !== ZOMBIE)
    .filter((pid) => tracesOf(pid).includes(marker));
}

/**
 * Kills what `processesWith` finds, any of which may end by itself or start another meanwhile.
 * @throws Error if some are left after `timeoutMs`
 */
export async function endProcessesWith(marker: string, timeoutMs: number): Promise<void> {
  await waitUntil(`the end of every process of ${marker}`, timeoutMs, () => {
    const pids = processesWith(marker);
    for (const pid of pids) signalIfAlive(pid, 'SIGKILL');
    return pids.length === 0;
  });
}

export function parentOf(pid: number): number {
  return Number(statusFields(pid)[1]);
}

function stateOf(pid: number): string | undefined {
  return statusFields(pid)[0];
}

/** State, parent and so on; the name before them is in parentheses and may contain anything. */
function statusFields(pid: number): string[] {
  return read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

function tracesOf(pid: number): string {
  const directory = unlessGone(() => readlinkSync(`/proc/${pid}/cwd`));
  return [read(pid, 'cmdline'), read(pid, 'environ'), directory].join('\0');
}

function read(pid: number, file: string): string {
  return unlessGone(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
}

/** Empty for a process that has gone or belongs to somebody else. */
function unlessGone(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}

/**
 * @returns how long it took, in milliseconds
 * @throws Error if `condition` did not become true in time
 */
export async function waitUntil(
  what: string,
  timeoutMs: number,
  condition: () => boolean | Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > timeoutMs) {
      throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}.`);
    }
    await pause(50);
  }
  return performance.now() - startedAt;
}
