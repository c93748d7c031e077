import { creationOf, type Driven, isOnPage } from './clients.ts';
import { type Evidence, readBooks, readRows } from './evidence.ts';
import { findLeaks, leaksIn, seedsOf } from './find-leaks.ts';
import { type Shop, sendForm } from './payers.ts';
import type { Installation, Merchant } from './set-up.ts';

/** Gathers everything that is known about an installation when all has settled. */
export async function gatherEvidence(
  place: Installation,
  merchant: Merchant,
  { name, generation }: Pick<Evidence, 'name' | 'generation'>,
  driven: readonly Driven[],
  outside: readonly string[],
): Promise<Evidence> {
  const { client, environmentId, endpoints } = merchant;
  const repeated = await repeatAll(merchant, driven);
  const rows = await place.withDatabase((db) => readRows(db, environmentId));
  const books = await readBooks(client);
  const leaks = await leaksOf(place, merchant, driven);
  return { name, generation, driven, repeated, endpoints, ...rows, ...books, leaks, outside };
}

/** Personal data and secrets of this run that a process printed or sent to a receiver. */
async function leaksOf(
  place: Installation,
  { key, endpoints }: Merchant,
  driven: readonly Driven[],
): Promise<string[]> {
  const own = endpoints.map(({ id, secret }) => [
    `the secret of ${id}`,
    secret.replace(/^whsec_/, ''),
  ]);
  const secrets = { ...(await place.secrets()), ...Object.fromEntries(own), 'the API key': key };
  const operations = driven.map(({ operation }) => operation);
  const seeds = seedsOf(operations, secrets);
  const sent = endpoints.flatMap(({ received }) =>
    received.flatMap(({ body }) => leaksIn(body, seeds).map((leak) => `${leak} in ${body}`)),
  );
  return [...(await findLeaks(place.logFiles, seeds)), ...sent];
}

/** Repeats every create request. One that is not answered now is missing from the result. */
async function repeatAll(shop: Shop, driven: readonly Driven[]): Promise<Evidence['repeated']> {
  const answers = await Promise.allSettled(
    driven.map(async (one) => [one.operation.key, await repeat(shop, one)] as const),
  );
  return new Map(
    answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
  );
}

interface Repeated {
  readonly text: string;
  readonly replayed: boolean;
}

async function repeat(shop: Shop, { operation, created }: Driven): Promise<Repeated> {
  if (isOnPage(operation)) {
    const path = await sendForm(shop, operation);
    // The same form leads to the same page, which may say more by now.
    const isSame = created?.includes(`"path":"${path}"`) ?? false;
    return { text: isSame ? (created ?? '') : path, replayed: isSame };
  }
  const { text, replayed } = await shop.client.insist(creationOf(operation));
  return { text, replayed };
}
