import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A script served as it is written; its address changes with it, so it may be kept for ever. */
export interface HashedScript {
  readonly path: string;
  readonly source: Buffer;
}

export function readHashedScript(file: URL, name: string): HashedScript {
  const source = readFileSync(file);
  return { path: `/assets/${name}.${shortHash(source)}.js`, source };
}

export function shortHash(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
