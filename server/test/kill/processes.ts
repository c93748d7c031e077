import { readFileSync } from 'node:fs';
import { processesWith } from '../../../tools/smoke/processes.ts';
import type { Role } from './plan.ts';

/** What a process of the tree has in its command line; the first that fits counts. */
const MARKS: readonly (readonly [Role, string])[] = [
  ['guard', 'ponte-guard'],
  ['api', 'server/src/api.ts'],
  ['worker', 'server/src/worker.ts'],
  ['sandbox', 'simulator/src/main.ts'],
  ['launcher', 'server/src/cli.ts\0start'],
  ['postgres', '/postgres\0-D\0'],
];

/** The processes of the gateway on a data directory, by what they do. */
export function findRoles(dataDir: string): Map<number, Role> {
  const roles = new Map<number, Role>();
  for (const pid of processesWith(dataDir)) {
    const command = commandOf(pid);
    const mark = MARKS.find(([, text]) => command.includes(text));
    if (mark) roles.set(pid, mark[0]);
  }
  return roles;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
