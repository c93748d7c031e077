import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { signalIfAlive } from '../server/src/launch/previous-server.ts';

const LOOK_MS = 100;

/** The processes that a process has started, and those that they have started. */
export function listDescendants(root: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  // Without `ps` none are known.
  const lines = String(stdout ?? '').split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const found = [root];
  // The loop goes on through what it finds.
  for (const parent of found) {
    for (const [pid = 0, ppid] of all) if (ppid === parent) found.push(pid);
  }
  return found.slice(1);
}

/** Waits for processes that were told to end, and kills those that do not in time. */
export async function endProcesses(pids: readonly number[], graceMs: number): Promise<void> {
  const until = performance.now() + graceMs;
  while (pids.some(isAlive) && performance.now() < until) await pause(LOOK_MS);
  for (const pid of pids) signalIfAlive(pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
