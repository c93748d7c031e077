import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Config } from '../../src/config.ts';
import { CLI } from '../kill/ponte.ts';

export interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** The `ponte` command in a separate process, on the given database or data directory. */
export async function runPonte(
  where: Pick<Config, 'databaseUrl'> & Partial<Pick<Config, 'dataDir'>>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: where.databaseUrl,
      ...(where.dataDir !== undefined && { PONTE_DATA_DIR: where.dataDir }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [status, output, errors] = await Promise.all([
    exit,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status: status ?? -1, output, errors };
}
