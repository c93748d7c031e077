import { type Row, WHOLE } from './row.ts';

/** From the first byte of an order to the last byte of its response. */
export const ORDERS: readonly Row[] = [
  {
    id: 'D1',
    fault: 'an order that is too long, too slow, malformed, or of wrong types',
    outcome: 'it is refused in our error format; nothing is stored, and the provider is not called',
    shownBy: {
      'server/test/contract/json.test.ts': [
        'every field refuses values of another type',
        'a body that is not one JSON object is refused',
        'a body that is not valid UTF-8 is refused',
        'the last occurrence of a repeated field counts',
        'a body over 64 KiB is refused, whether or not its length was declared',
        'a body must be uncompressed application/json',
      ],
      'server/test/contract/slow-clients.long.test.ts': [
        'a thousand slow connections delay no other client, are cut at the limits, and cost little memory',
      ],
      'server/test/contract/order-of-checks.test.ts': [
        'has 1 to 255 printable ASCII characters, and is sent once',
      ],
      'server/test/contract/framing.test.ts': ['headers that never end'],
    },
  },
  {
    id: 'D2',
    fault: 'a key is revoked meanwhile, or its calls cannot be counted',
    outcome: 'the key is refused two seconds later; no order goes uncounted',
    shownBy: {
      'server/test/contract/authentication.test.ts': [
        'a revoked key is refused within two seconds; other keys of its account keep working',
      ],
      'server/test/roles/roles.long.test.ts': [
        'a revoked key is refused at every API within two seconds',
      ],
      'server/src/api-keys/share-rate-limit.test.ts': [
        'falls back to memory while the database does not answer',
        'a busy database does not delay a rate limited request',
      ],
      'server/test/faults/uncounted-calls.test.ts': WHOLE,
    },
  },
  {
    id: 'D3',
    fault: 'amounts at the edges of the range, fractions, strings, huge numbers',
    outcome: 'only whole cents within the range are accepted',
    shownBy: {
      'server/test/contract/json.test.ts': [
        'an amount is accepted as any JSON notation of an integer',
        'an amount that is not an integer within the range is refused, and never coerced',
        'an amount in a number notation that is not JSON is refused',
      ],
      'server/src/money.test.ts': WHOLE,
    },
  },
  {
    id: 'D4',
    fault: 'one order sent many times at the same instant',
    outcome: 'one provider call, one response',
    shownBy: {
      'server/src/idempotency/concurrent-requests.test.ts': WHOLE,
      'server/test/journeys/idempotency.test.ts': [
        'fifty identical concurrent HTTP requests yield one charge and one response',
      ],
      'server/test/roles/roles.long.test.ts': [
        'one idempotency key sent to both APIs concurrently creates one deposit',
      ],
    },
  },
  {
    id: 'D5',
    fault: 'one idempotency key with another body, account or mode',
    outcome: 'a mismatch within an environment; two environments are independent',
    shownBy: {
      'server/src/idempotency/once.test.ts': [
        'member order does not make a different request, and any other content does',
        'a key in flight answers in_progress, or idempotency_mismatch to other content',
      ],
      'server/test/journeys/tenancy.test.ts': [
        'one idempotency key names one operation in each environment',
      ],
    },
  },
  {
    id: 'D6',
    fault: 'the process is killed after the claim, before the provider call',
    outcome: 'the next request with the key, or the worker, completes it; one code is shown',
    shownBy: {
      'server/test/faults/killed-orders.long.test.ts': [
        'once.after-claim completes once, under the same key (deposit, current)',
        'once.after-claim completes once, under the same key (deposit, legacy)',
      ],
      'server/src/idempotency/take-up.test.ts': [
        'the worker completes an operation of a dead process, and its client gets the answer',
        'concurrent workers complete an abandoned operation once',
      ],
      'server/test/contract/pay-page-kill.long.test.ts': ['once.after-claim'],
    },
  },
  {
    id: 'D7',
    fault: 'the process is killed after the provider created the charge, before that is recorded',
    outcome: 'the same charge where nonces are honoured, else one more that is never shown',
    shownBy: {
      'server/test/faults/killed-orders.long.test.ts': [
        'once.after-call completes once, under the same key (deposit, current)',
        'once.after-call completes once, under the same key (deposit, legacy)',
      ],
      'server/src/deposits/find-orphans.test.ts': [
        'a listed charge without a deposit is recorded as an orphan, and watched for a payment',
      ],
    },
  },
  {
    id: 'D8',
    fault: 'the provider fails, hangs, drops the connection after accepting, or sends garbage',
    outcome: '502, and the same key can be retried',
    shownBy: {
      'server/test/journeys/unreliable-provider.test.ts': [
        'a provider that fails twice leads to 502 twice, then 201, under the same key',
        'a provider that takes five seconds is waited for, and the key is in progress meanwhile',
        'a lost response of the current contract leaves 2 of each operation, one of them shown',
        'a lost response of the legacy contract leaves 1 of each operation, one of them shown',
      ],
      'server/src/provider/eulen/eulen.test.ts': [
        'a page in HTML',
        'a refused connection',
        'a call without a response times out after 20 seconds',
      ],
      'server/src/provider/eulen/outcome.test.ts': ['any other response has an unknown outcome'],
      'server/src/idempotency/once.test.ts': [
        'after an unknown outcome the same request continues with the same nonce, and another is a mismatch',
      ],
    },
  },
  {
    id: 'D9',
    fault: 'the provider refuses temporarily, or its budget is exhausted',
    outcome: '429 with the wait; the key stays unused; all processes share one budget',
    shownBy: {
      'server/test/journeys/provider-budgets.long.test.ts': [
        'of sixty concurrent deposits fifty reach the provider, and the keys of the others stay unused',
        'two nodes share one budget',
        'after a refusal by the provider no node calls it again before its Retry-After',
      ],
      'server/src/idempotency/once.test.ts': ['a call that was not executed leaves the key unused'],
    },
  },
  {
    id: 'D10',
    fault: 'the provider declines the payer',
    outcome: '422; the key is used up; the deposit is neither listed nor reported',
    shownBy: {
      'server/test/journeys/deposit.test.ts': [
        'a deposit of a declined payer is refused, neither listed nor reported, and uses up its key',
      ],
    },
  },
  {
    id: 'D11',
    fault: 'the provider returns another amount, a broken code or another address',
    outcome: 'it is never shown, and an operator is alerted',
    shownBy: {
      'server/src/provider/eulen/eulen.test.ts': WHOLE,
      'server/src/idempotency/once.test.ts': [
        'a payout that differs from the order or does not await funding is never shown, and raises an alert',
      ],
    },
  },
  {
    id: 'D12',
    fault: 'the process is killed, or the database lost, around the commit of the response',
    outcome: 'all or nothing is committed; an unknown outcome is read back',
    shownBy: {
      'server/src/idempotency/lost-commit.test.ts': WHOLE,
      'server/test/faults/killed-orders.long.test.ts': [
        'once.after-commit completes once, under the same key (deposit, current)',
        'once.after-commit completes once, under the same key (deposit, legacy)',
      ],
    },
  },
  {
    id: 'D13',
    fault: 'the client disconnects before its response',
    outcome: 'repeating the key returns it, byte for byte',
    shownBy: { 'server/test/faults/gone-clients.test.ts': WHOLE },
  },
  {
    id: 'D14',
    fault: 'a process pauses past its lease, another takes over, the first resumes',
    outcome: 'its late result is rejected and recorded; one code is shown',
    shownBy: {
      'server/test/faults/paused-process.long.test.ts': WHOLE,
      'server/src/idempotency/take-up.test.ts': [
        'an operation with an expired lease is taken over, and the late answer is recorded as an orphan',
        'a late answer is refused also while the new owner is still working',
        "a request that lost its lease can neither rest nor fail the new owner's key",
      ],
    },
  },
  {
    id: 'D15',
    fault: 'fees change between two attempts of an order',
    outcome: 'the price of the first attempt applies',
    shownBy: {
      'server/src/idempotency/once.test.ts': [
        'the terms of the first attempt hold for the next, whatever changes in between',
      ],
    },
  },
  {
    id: 'D16',
    fault: 'the wallet is deleted, or another made default, during an order',
    outcome: 'the address fixed by the claim is used',
    shownBy: {
      'server/src/idempotency/once.test.ts': [
        'the terms of the first attempt hold for the next, whatever changes in between',
      ],
      'server/test/faults/moved-wallets.test.ts': WHOLE,
    },
  },
  {
    id: 'D17',
    fault: 'process clocks are minutes or an hour off, and jump',
    outcome: 'leases and due times follow the database’s clock alone, and move with it if it jumps',
    shownBy: {
      'server/test/faults/wrong-clocks.long.test.ts': WHOLE,
      'server/src/queues/follow-clock.test.ts': WHOLE,
    },
  },
  {
    id: 'D18',
    fault: 'the database’s disk is full at the claim, or at the response',
    outcome: '503 or 502; the key is not used up, and the order succeeds once there is room',
    shownBy: { 'server/test/faults/full-disk.long.test.ts': WHOLE },
  },
];
