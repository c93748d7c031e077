import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../platform/read-setting.ts';
import { report } from './keep-running.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'build.ts');

/** A service's user may not write there. */
const ADVICE = 'Run npm run build in its folder, as a user who may write to it.';

export interface DashboardBuild {
  stop(): Promise<void>;
}

/**
 * Rebuilds the dashboard in the background, at low priority, unless its build is up to date.
 * Releases contain the build, but not the sources and tools to repeat it.
 */
export function buildDashboard(env: Env, script = SCRIPT): DashboardBuild {
  if (!existsSync(script)) return { stop: async () => undefined };
  const child = spawn(process.execPath, [script], {
    // It ends when its input ends, even if we are killed. Its size report is for developers only.
    stdio: ['pipe', 'ignore', 'inherit'],
    // Passes no settings, which may be secrets.
    env: { PATH: env['PATH'], HOME: env['HOME'], TMPDIR: env['TMPDIR'], PONTE_PARENT_PIPE: '1' },
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit').then(
    ([code, signal]) => {
      if (code === 0 || signal === 'SIGTERM') return;
      report(`The dashboard could not be built; the API works without it. ${ADVICE}`);
    },
    () => report('The build of the dashboard could not be started; the API works without it.'),
  );
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It may have ended already.
    }
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
