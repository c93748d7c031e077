/** What a reader has to know before the first route. */
export const INTRODUCTION = `
A gateway between PIX and DePix, a stablecoin of the Liquid network worth one real. A **deposit** is a
PIX charge whose payer the provider turns into DePix at a wallet of yours; a **withdrawal** is DePix
that you send to an address, and a PIX that somebody receives for it. The gateway never holds money
or keys of wallets.

## Keys and modes
Send \`Authorization: Bearer <key>\`. A key belongs to one account and to one of its two modes, and says
which: \`pt_test_…\` or \`pt_live_…\`. The modes share nothing. Test mode works at once, against a sandbox
that the routes under \`/v1/sandbox\` drive. Each operation names the scope that a key needs.

## Money, ids, times
Amounts are whole cents of BRL, in fields that end in \`Cents\`; there are no fractions. An id is opaque
and begins with its kind, such as \`dep_\`. Times are RFC 3339 in UTC with milliseconds. Expect fields,
kinds and codes that are not listed here yet, and ignore those that you do not know.

## Errors
An error is \`{ "error": code, "message": text }\`. Branch on \`error\`; show \`message\`, which is Portuguese
unless \`Accept-Language\` asks for English. What does not exist and what belongs to others look alike:
404. A known path answers 405 to other methods and names those it takes in \`Allow\`. The page
\`/docs/errors\` of this installation explains each code, and \`/docs\` holds the guides.

## Idempotency
The two routes that move money need an \`Idempotency-Key\`. Repeat a request that got no answer, a 502
or a 503 **with the same key**: it happens at most once, and the first answer comes again, byte for byte,
with \`Idempotent-Replayed: true\`. A key whose request was refused for good answers 409
\`previous_error\` ever after: put the cause right and take a new key.

## Lists
A list is \`{ "data": […], "nextCursor": … }\`, newest first. Hand \`nextCursor\` back as \`cursor\` until it is
null; rows that arrive meanwhile neither shift nor repeat any. The journal of events is the other way
round: oldest first, read on with \`after\`.

## Limits
Every answer to a key says what is left of its rate in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\`. A 429, or a 503 \`unavailable\`, says in \`Retry-After\` how many seconds to wait. A body
has 64 KiB at most.

## Webhooks
Register an endpoint and events are sent to it, signed with its secret twice over: see the section on
webhooks. Nothing is lost to an endpoint that is away: deliveries are repeated for days, and the journal
keeps what happened.
`.trim();

export const TAGS = [
  { name: 'Deposits', description: 'PIX in, DePix out to a wallet of yours.' },
  { name: 'Withdrawals', description: 'DePix in, PIX out to anybody.' },
  { name: 'Wallets', description: 'The Liquid addresses that deposits go to.' },
  { name: 'Transactions', description: 'What happened, and what it comes to.' },
  { name: 'Reversals', description: 'Deposits that were taken back.' },
  { name: 'Payment links', description: 'Pages to pay on, without a line of code.' },
  { name: 'Webhooks', description: 'Endpoints, what was sent to them, and the journal of events.' },
  { name: 'Requests', description: 'The calls of your keys, and what came of them.' },
  { name: 'Account', description: 'What this account pays.' },
  { name: 'Sandbox', description: 'Plays the payer and the provider in test mode.' },
  { name: 'Provider', description: 'Where the provider of PIX sends its notices.' },
  { name: 'Operations', description: 'For those who run this installation.' },
];
