import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReadyRequest } from './requests.ts';

export interface LoadOrder {
  /** Connections are spread over them. */
  readonly ports: readonly number[];
  readonly connections: number;
  /** Each is sent by one connection again and again. */
  readonly requests: readonly ReadyRequest[];
  /** Of every answer. */
  readonly status: number;
  /** Answers of this first while are checked but not counted. */
  readonly warmUpMs: number;
  readonly seconds: number;
  /** So many are due, whatever the answers do; without it the next goes when the last came. */
  readonly perSecond?: number;
  /** How many of the ids answered are handed back. */
  readonly keepIds: number;
}

export interface Made {
  readonly account: number;
  readonly id: string;
}

export interface LoadResult {
  /** All of them, each checked for its status, and its id where one is wanted. */
  readonly answers: number;
  /** Counted ones. */
  readonly perSecond: number;
  /** From when a request was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly made: readonly Made[];
  /** What sending and checking one request took of a processor. */
  readonly cpuMicroseconds: number;
}

export interface Load {
  /** One at a time. @throws when a single answer is not as it should be */
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** A process that lives on, so that no order waits for its start or its first compilation. */
export function openLoad(): Load {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'send-requests.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    run: async (order) => {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error('the load ended: an answer was wrong');
      // Our own script printed it.
      return JSON.parse(line.value) as LoadResult;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** @param ascending sorted; an empty list has no percentile and answers 0. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(ascending.length * share)] ?? 0;
}
