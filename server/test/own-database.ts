import assert from 'node:assert/strict';
import { type Ended, runPonte } from './contract/ponte.ts';

/** A command on a data directory, with its own database and secrets. */
export function ponteIn(dataDir: string, ...args: string[]): Promise<Ended> {
  return runPonte({ databaseUrl: '', dataDir }, args, { PORT: '0', PONTE_ENCRYPTION_KEYS: '' });
}

/** Its output, when all is well. */
export async function printedIn(dataDir: string, words: string): Promise<Record<string, unknown>> {
  const { status, output, errors } = await ponteIn(dataDir, ...words.split(' '), '--json');
  assert.equal(status, 0, errors);
  // Every command prints one object.
  return JSON.parse(output) as Record<string, unknown>;
}
