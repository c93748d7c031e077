import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Role } from './plan.ts';

/** What a process of the tree has in its command line; the first match counts. */
const MARKS: readonly (readonly [Role, string])[] = [
  ['guard', 'ponte-guard'],
  ['api', 'server/src/api.ts'],
  ['worker', 'server/src/worker.ts'],
  ['sandbox', 'simulator/src/main.ts'],
  ['launcher', 'server/src/cli.ts\0start'],
  ['postgres', '/postgres\0-D\0'],
];

/** The processes of the gateway with a data directory, by their role. */
export function findRoles(dataDir: string): Map<number, Role> {
  const roles = new Map<number, Role>();
  for (const pid of readdirSync('/proc').map(Number)) {
    const command = pid > 0 ? read(pid, 'cmdline') : '';
    const mark = MARKS.find(([, text]) => command.includes(text));
    // Most belong to somebody else, and their environment need not be read.
    if (mark && tracesOf(pid, command).some((trace) => trace.includes(dataDir))) {
      roles.set(pid, mark[0]);
    }
  }
  return roles;
}

function tracesOf(pid: number, command: string): string[] {
  return [
    command,
    read(pid, 'environ'),
    unlessGone(() => readlinkSync(`/proc/${String(pid)}/cwd`)),
  ];
}

function read(pid: number, file: string): string {
  return unlessGone(() => readFileSync(`/proc/${String(pid)}/${file}`, 'utf8'));
}

/** What a look at `/proc` finds, which is nothing of a process that has ended. */
export function unlessGone(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
