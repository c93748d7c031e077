/** Merchants' programs: they retry under the same key until they have a final response. */
import type { Environment } from '../../src/accounts/environment.ts';
import { depositOperation, planDeposit } from '../../src/deposits/create-deposit.ts';
import { ApiError } from '../../src/errors.ts';
import { type KeyedRequest, once } from '../../src/idempotency/once.ts';
import { cents } from '../../src/money.ts';
import { isDatabaseAway } from '../../src/platform/db.ts';
import { planWithdrawal, withdrawalOperation } from '../../src/withdrawals/create-withdrawal.ts';
import { newId } from './memory/ids.ts';
import type { Server, Surroundings } from './servers.ts';
import { note, within } from './world.ts';

export interface Client {
  readonly key: string;
  readonly environment: Environment;
  readonly operation: 'deposit' | 'withdrawal';
  /** Two orders, of which one owns the key: the other came through a bug in the client. */
  readonly amounts: readonly [number, number];
  /** Stops retrying before it has a response. */
  readonly givesUp: boolean;
  asking: number;
  asked: number;
  /** The bodies that were returned with 201 for each of the two orders, byte for byte. */
  readonly answers: [string[], string[]];
  readonly refusals: [string[], string[]];
}

/** No later request with the key can get a different response. */
const LAST_WORDS = new Set(['previous_error', 'idempotency_mismatch', 'invalid_tax_id']);

export function hasLastWord({ answers: [first], refusals: [refusals] }: Client): boolean {
  return first.length > 0 || refusals.some((code) => LAST_WORDS.has(code));
}

/** Sends the order to an API process; the response is recorded when it comes. */
export async function ask(
  around: Surroundings,
  client: Client,
  server: Server,
  which: 0 | 1,
): Promise<void> {
  const { world, wrongs } = around;
  client.asking += 1;
  client.asked += 1;
  const lost = (): void => {
    client.asking -= 1;
  };
  const { waiting, app, process } = server;
  waiting.add(lost);
  note(world, process, `is asked for ${client.key}, order ${String(which)}`);
  const operation = client.operation === 'deposit' ? depositOperation : withdrawalOperation;
  await within(world, process, () => {
    void once(app, requestOf(server, client, which), operation)
      .then(
        ({ body }) => client.answers[which].push(body),
        (error: unknown) => {
          if (error instanceof ApiError) client.refusals[which].push(error.code);
          else if (!isDatabaseAway(error)) wrongs.push(`${client.key} meets ${String(error)}`);
        },
      )
      .finally(() => {
        waiting.delete(lost);
        lost();
      });
  });
}

function requestOf({ app }: Server, client: Client, which: 0 | 1): KeyedRequest {
  const { environment, key, operation, amounts } = client;
  const amountCents = cents(amounts[which]);
  const taxId = '12345678909';
  return {
    environment,
    key,
    content: `${operation} ${String(amountCents)}`,
    resourceId: newId(operation === 'deposit' ? 'dep' : 'wdr'),
    closed: undefined,
    plan: async () =>
      operation === 'deposit'
        ? planDeposit(app, environment, {
            ...{ amountCents, taxId, walletId: undefined, passFeesToPayer: true },
            ...{ externalId: null, paymentLinkId: null, fromPanel: false },
          })
        : planWithdrawal(environment, {
            ...{ amountCents, taxId, pixKeyType: 'CPF', pixKey: taxId, externalId: null },
            fromPanel: false,
          }),
  };
}
