import { runScript } from './run-script.ts';

export interface LoadOptions {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  /** Answers of this first while are checked but not counted. */
  readonly warmUpMs: number;
  readonly seconds: number;
  /** How many of the ids answered are handed back. */
  readonly keepIds: number;
  readonly target:
    | { readonly kind: 'create'; readonly body: string }
    | { readonly kind: 'read'; readonly ids: readonly string[] };
}

export interface LoadResult {
  /** All of them, each checked for its status. */
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly ids: readonly string[];
}

/** Loads the API from a process of its own. @throws when a single answer is not as it should be */
export async function load(options: LoadOptions): Promise<LoadResult> {
  // Our own script printed it.
  return (await runScript('http-load.ts', options)) as LoadResult;
}

/** @param ascending sorted; an empty list has no percentile and answers 0. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(ascending.length * share)] ?? 0;
}
