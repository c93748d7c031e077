import type { App } from '../src/app.ts';
import { depositJobs } from '../src/deposits/jobs.ts';
import {
  type ChargeReading,
  type PayoutReading,
  throttled,
  unknownOutcome,
} from '../src/provider/port.ts';
import { toMedNotice } from '../src/provider/eulen/translate.ts';
import { withdrawalJobs } from '../src/withdrawals/jobs.ts';
import { testApp } from './app.ts';
import { wholeTurn } from './patient-bulkhead.ts';
import { silentProvider } from './silent-provider.ts';

/** An app whose provider returns the readings put here, by id, and is otherwise away. */
export async function stageNotices() {
  const charges = new Map<string, ChargeReading>();
  const payouts = new Map<string, PayoutReading>();
  const reads: string[] = [];
  /** Charges for which there is no budget at present. */
  const crowded = new Set<string>();
  const away = (): Promise<never> => Promise.reject(unknownOutcome());

  const app = await testApp(undefined, {
    providerOf: () =>
      silentProvider({
        readCharge: async (ref) => {
          if (crowded.has(ref)) throw throttled(30);
          reads.push(ref);
          return charges.get(ref) ?? away();
        },
        readPayout: async (ref) => payouts.get(ref) ?? away(),
        readMed: toMedNotice,
      }),
  });

  const turns = [...depositJobs(app), ...withdrawalJobs(app)].filter(({ name }) =>
    name.endsWith('notices'),
  );

  /** A turn over everything that waits, whenever it is due. */
  async function applyAll(): Promise<void> {
    await app.db`update provider_inbox set due_at = now() where due_at is not null`;
    await Promise.all(turns.map(wholeTurn));
  }

  return { app, charges, payouts, reads, crowded, applyAll };
}

export async function noticesOf(through: App, ref: string) {
  return through.db<{ outcome: string | null; times: number; due: boolean }>`
    select outcome, times, due_at is not null as due from provider_inbox
    where provider_ref = ${ref} order by id`;
}
