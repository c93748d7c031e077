/**
 * Loads the server's own modules so that they run in the simulation: stores are the in-memory ones,
 * and each module sees a clock, timers and randomness that the simulation controls.
 */
import { registerHooks } from 'node:module';
import type { Edit } from './mutants.ts';

const SOURCES = new URL('../../src/', import.meta.url).href;
const HERE = new URL('./', import.meta.url).href;

/**
 * By the path of the module that is replaced; `memory/` covers everything that would query a
 * database.
 */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['changes/notify-change.ts', 'memory/changes.ts'],
  ['deposits/record-deposit.ts', 'memory/record-deposit.ts'],
  ['deposits/settlement-store.ts', 'memory/settlements.ts'],
  ['deposits/store.ts', 'memory/deposits.ts'],
  ['idempotency/claim.ts', 'memory/claim.ts'],
  ['idempotency/end-key.ts', 'memory/end-key.ts'],
  ['idempotency/orphan.ts', 'memory/orphan.ts'],
  ['ids.ts', 'memory/ids.ts'],
  ['installations/store.ts', 'memory/installations.ts'],
  ['mails/store.ts', 'memory/mails.ts'],
  ['operator-alerts/store.ts', 'memory/operator-alerts.ts'],
  ['provider/inbox.ts', 'memory/inbox.ts'],
  ['provider/transition.ts', 'memory/transition.ts'],
  ['queues/store.ts', 'memory/queues.ts'],
  ['reversals/store.ts', 'memory/reversals.ts'],
  ['wallets/store.ts', 'memory/wallets.ts'],
  ['webhooks/attempt-store.ts', 'memory/attempt-store.ts'],
  ['webhooks/delivery-store.ts', 'memory/delivery-store.ts'],
  ['webhooks/lease-store.ts', 'memory/lease-store.ts'],
  ['webhooks/record-events.ts', 'memory/record-events.ts'],
  ['webhooks/store.ts', 'memory/endpoints.ts'],
  ['withdrawals/record-withdrawal.ts', 'memory/record-withdrawal.ts'],
  ['withdrawals/settlement-store.ts', 'memory/withdrawal-settlements.ts'],
  ['withdrawals/store.ts', 'memory/withdrawals.ts'],
]);

const BUILT_IN: Readonly<Record<string, string>> = {
  'node:crypto': `${HERE}crypto.ts`,
  'node:timers/promises': `${HERE}timers.ts`,
};

const NAMES =
  'Date, Math, performance, setTimeout, setInterval, setImmediate, clearTimeout, clearInterval';
const SURROUNDINGS = `import { ${NAMES} } from '${HERE}surroundings.ts';`;

/**
 * Called once, before the first of the server's modules is loaded; `edits` turn them into a mutant.
 */
export function loadSimulated(edits: readonly Edit[] = []): void {
  const waiting = new Set(edits);
  registerHooks({
    resolve: (specifier, context, next) => {
      const isOurs = context.parentURL?.startsWith(SOURCES) === true;
      const builtIn = isOurs ? BUILT_IN[specifier] : undefined;
      const found = next(builtIn ?? specifier, context);
      const standIn = isOurs && STAND_INS.get(found.url.slice(SOURCES.length));
      if (!standIn || !found.url.startsWith(SOURCES)) return found;
      return { ...found, url: HERE + standIn };
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.startsWith(SOURCES) && !url.startsWith(HERE)) return loaded;
      const text = edited(url, String(loaded.source), waiting);
      // At the end, so that the coverage of each function is found where the file has it.
      const source = url.startsWith(SOURCES) ? text + SURROUNDINGS : text;
      return { ...loaded, source };
    },
  });
}

function edited(url: string, source: string, waiting: Set<Edit>): string {
  let text = source;
  for (const edit of waiting) {
    if (!url.endsWith(edit.file)) continue;
    const [before = '', after, another] = text.split(edit.from);
    if (after === undefined || another !== undefined) {
      throw new Error(`${edit.file} does not say exactly once: ${edit.from}`);
    }
    text = before + edit.to + after;
    waiting.delete(edit);
  }
  return text;
}
