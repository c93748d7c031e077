import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from './db.ts';
import { faultOf, type Log } from './log.ts';

/** One bounded turn of work; true means that more is probably waiting. */
export type Turn = () => Promise<boolean>;

export interface Job {
  readonly name: string;
  /** The pause after a turn that found nothing more. */
  readonly everyMs: number;
  readonly turn: Turn;
  /** Ends when everything that turns began has finished. */
  readonly drain?: () => Promise<void>;
}

export interface JobLoop {
  /** Ends every job after its current turn, and after what earlier turns left under way. */
  stop(): Promise<void>;
}

const AFTER_FAULT_MS = 1_000;

/** Runs each job on its own, forever; a turn that throws is logged and tried again. */
export function runJobs(jobs: readonly Job[], log: Log): JobLoop {
  const stopping = new AbortController();
  const loops = jobs.map((job) => runJob(job, stopping.signal, log));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(jobs.map((job) => job.drain?.()));
    },
  };
}

async function runJob(job: Job, stopping: AbortSignal, log: Log): Promise<void> {
  while (!stopping.aborted) {
    const pauseMs = await runTurn(job, log);
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

async function runTurn(job: Job, log: Log): Promise<number> {
  try {
    return (await job.turn()) ? 0 : job.everyMs;
  } catch (error) {
    logFault(log, job.name, error);
    return AFTER_FAULT_MS;
  }
}

export function logFault(log: Log, job: string, error: unknown): void {
  log[isDatabaseAway(error) ? 'warn' : 'error']({ job, ...faultOf(error) }, 'turn failed');
}
