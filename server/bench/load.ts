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
  /** The expected status of every response. */
  readonly status: number;
  /** Responses during this initial time are checked but not counted. */
  readonly warmUpMs: number;
  readonly seconds: number;
  /**
   * The offered rate, whatever the responses; without it the next is sent when the last was
   * answered.
   */
  readonly perSecond?: number;
  /** How many of the returned ids are handed back. */
  readonly keepIds: number;
}

export interface Made {
  readonly account: number;
  readonly id: string;
}

export interface LoadResult {
  /** All of them, each checked for its status and, if one is expected, its id. */
  readonly answers: number;
  /** Of the counted ones. */
  readonly perSecond: number;
  /** Measured from when a request was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly made: readonly Made[];
  /** Processor time for sending and checking one request. */
  readonly cpuMicroseconds: number;
}

export interface Load {
  /** One at a time. @throws if a single response is not as expected */
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** A long-lived process, so that no order waits for its start or its first compilation. */
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
      // Printed by our own script.
      return JSON.parse(line.value) as LoadResult;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** @param ascending sorted @throws if it is empty, as nothing was measured then */
export function percentile(ascending: readonly number[], share: number): number {
  const found = ascending[Math.floor(ascending.length * share)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}
