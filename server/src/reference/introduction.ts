/** What a reader should know before the first route. */
export const INTRODUCTION = `
A gateway between Pix and DePix, a stablecoin on the Liquid network worth one real. For a **deposit**
somebody pays a Pix charge, and the provider sends DePix to your wallet. For a **withdrawal** you send
DePix to an address, and somebody receives a Pix. The gateway never holds money or wallet keys.

## Keys and modes
Send \`Authorization: Bearer <key>\`. A key belongs to one account and to one of its two modes, which its
prefix names: \`pt_test_…\` or \`pt_live_…\`. The modes share nothing. Test mode works right away, against a
sandbox that the routes under \`/v1/sandbox\` control. Each operation names the scope that a key needs.

## Money, ids, times
Amounts are whole cents of BRL, in fields that end in \`Cents\`; there are no fractions. An id is opaque
and begins with its kind, such as \`dep_\`. Times are RFC 3339 in UTC with milliseconds. Expect fields,
kinds and codes that are not listed here yet, and ignore those that you do not know.

## Errors
An error is \`{ "error": code, "message": text }\`. Branch on \`error\`; show \`message\`, which is Portuguese
unless \`Accept-Language\` asks for English. What does not exist and what belongs to others look alike:
404. A known path answers 405 to other methods and lists those it accepts in \`Allow\`. The page
\`/docs/errors\` of this installation explains each code, and \`/docs\` has the guides.

## Idempotency
The two routes that move money require an \`Idempotency-Key\`. If a request gets no response, a 502 or a
503, repeat it **with the same key**: it is carried out at most once, and you get the first response
again, byte for byte, with \`Idempotent-Replayed: true\`. A key whose request was finally refused is
answered 409 \`previous_error\` from then on: fix the cause and use a new key.

## Lists
A list is \`{ "data": […], "nextCursor": … }\`, newest first. Pass \`nextCursor\` as \`cursor\` until it is
null; rows that arrive in the meantime cause no gaps and no repetitions. The journal of events is the
other way round: oldest first, continued with \`after\`.

## Limits
Every response to a key says what is left of its rate limit in \`RateLimit-Limit\`, \`RateLimit-Remaining\`
and \`RateLimit-Reset\`. A 429, or a 503 \`unavailable\`, says in \`Retry-After\` how many seconds to wait. A
request body may have at most 64 KiB.

## Webhooks
Register an endpoint, and events are sent to it, each with two kinds of signature: see the section on
webhooks. An endpoint that is down loses nothing: deliveries are retried for days, and the journal keeps
what happened.
`.trim();

export const TAGS = [
  { name: 'Deposits', description: 'Pix in, DePix out to your wallet.' },
  { name: 'Withdrawals', description: 'DePix in, Pix out to anybody.' },
  { name: 'Wallets', description: 'The Liquid addresses that deposits go to.' },
  { name: 'Transactions', description: 'Deposits and withdrawals in one list, and balances.' },
  { name: 'Reversals', description: 'Deposits whose money went back to the payer.' },
  { name: 'Payment links', description: 'Payment pages, without writing code.' },
  { name: 'Webhooks', description: 'Endpoints, what was sent to them, and the journal of events.' },
  { name: 'Requests', description: 'The requests made with your keys, and the responses.' },
  { name: 'Account', description: 'What this account pays.' },
  { name: 'Sandbox', description: 'Plays the payer and the provider in test mode.' },
  { name: 'Provider', description: 'Where the Pix provider sends its notices.' },
  { name: 'Operations', description: 'For the operators of this installation.' },
];
