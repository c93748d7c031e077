import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A script served verbatim. Its URL contains its hash, so it may be cached forever. */
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
