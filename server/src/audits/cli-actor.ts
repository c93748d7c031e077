import { hostname, userInfo } from 'node:os';
import type { Actor } from './audit.ts';

/** Whoever is at the command line, as far as the machine knows. */
export function cliActor(): Actor {
  return { kind: 'cli', id: null, label: `${userName()}@${hostname()}` };
}

/** A container may run as a uid without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
