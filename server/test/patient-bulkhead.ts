import { pino } from 'pino';
import { Bulkhead } from '../src/platform/bulkhead.ts';
import type { Job } from '../src/platform/job-loop.ts';

/** A bulkhead in which a turn waits for everything that it began. */
export function patientBulkhead<Compartment>(): Bulkhead<Compartment> {
  return new Bulkhead(pino({ level: 'silent' }), 'a turn of a test', 60_000);
}

/** A turn, and what it leaves in flight. */
export async function wholeTurn(job: Job | undefined): Promise<void> {
  await job?.turn();
  await job?.drain?.();
}
