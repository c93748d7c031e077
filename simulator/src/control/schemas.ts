import { CHAIN_FAULTS } from '../charges/settlement.ts';
import { PATHS } from '../faults/fault.ts';
import { PLAIN_COMMANDS } from '../moves/move.ts';

const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
const boolean = { type: 'boolean' };
const CENTS = integer(1, 100_000_000);
const TAX_NUMBER = { type: 'string', minLength: 1, maxLength: 20 };

const closed = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const address = { type: 'string', pattern: '^https?://[^ ]+[^/ ]$', maxLength: 2_000 };

export const WEBHOOKS_BODY = closed(
  {
    url: address,
    receiptsUrl: address,
    // What a header can carry unchanged.
    secret: { type: 'string', pattern: '^[ -~]+$', maxLength: 2_000 },
  },
  ['url', 'secret'],
);

const NOTICE_SWITCHES = {
  drop: boolean,
  duplicate: boolean,
  shuffle: boolean,
  delayNoticesMs: integer(0, 3_600_000),
};

export const SWITCHES_BODY = closed({
  ...NOTICE_SWITCHES,
  generation: { enum: ['current', 'legacy'] },
  busy: boolean,
  hyphenatedIds: boolean,
  emptyQrImage: boolean,
  wrapped: boolean,
  throttleWith429: boolean,
  qrcodeWhitelist: boolean,
  minimumDelayHours: integer(0, 720),
});

const BOOKED = { type: 'string', minLength: 1, maxLength: 64 };
export const BOOKS_QUERY = closed({
  limit: { type: 'string', pattern: '^[1-9][0-9]{0,4}$' },
  beforeCharge: BOOKED,
  beforeWithdrawal: BOOKED,
});

/** More than anybody needs, and less than a date can hold. */
const CENTURY_MS = 3_155_760_000_000;

export const FORWARD_BODY = closed({ atLeastMs: integer(0, CENTURY_MS) }, ['atLeastMs']);
export const CLOCK_BODY = closed({ offsetMs: integer(-CENTURY_MS, CENTURY_MS) }, ['offsetMs']);

export const PAYER_BODY = closed({ taxNumber: TAX_NUMBER, blocked: boolean }, [
  'taxNumber',
  'blocked',
]);

const times = integer(1, 1_000_000);
const fault = (kinds: string[], properties: Record<string, object> = {}, required = ['kind']) =>
  closed({ kind: { enum: kinds }, times, ...properties }, required);

const FAULT = {
  oneOf: [
    fault(
      ['status'],
      {
        status: integer(200, 599),
        message: { type: 'string', maxLength: 500 },
        retryAfterSeconds: integer(0, 86_400),
      },
      ['kind', 'status'],
    ),
    fault(['delay'], { ms: integer(0, 60_000) }, ['kind', 'ms']),
    fault(['lose-call', 'lose-answer', 'timeout', 'garbage', 'decline', 'wrong-amount', 'bad-crc']),
  ],
};

export const PATH_FAULT_BODY = closed(
  {
    path: { enum: PATHS },
    fault: FAULT,
  },
  ['path', 'fault'],
);

/** A transaction's id, an address or `tip`; whatever is asked about it meets the fault. */
export const CHAIN_FAULT_BODY = closed(
  {
    subject: { type: 'string', minLength: 3, maxLength: 130 },
    fault: FAULT,
  },
  ['subject', 'fault'],
);

const DIFFERENCE = integer(-100_000_000, 100_000_000);
const HOURS = integer(1, 720);

export const PAY_BODY = closed({
  payerTaxNumber: TAX_NUMBER,
  stranger: boolean,
  differenceInCents: DIFFERENCE,
  delayHours: HOURS,
  payerName: { type: 'string', minLength: 1, maxLength: 200 },
  amountInCents: CENTS,
  late: boolean,
  hold: { enum: ['PAST_DAILY_LIMIT', 'HIGH_VELOCITY', 'BLOCKED_USER'] },
  chain: { enum: CHAIN_FAULTS },
});

export const MED_BODY = closed({ amountInCents: CENTS });

/** Without a number the transaction never comes back. */
export const REORGANISE_BODY = closed({ backAfterBlocks: integer(1, 1_000_000) });

export const FUND_BODY = closed({
  amountInCents: CENTS,
  differenceInCents: DIFFERENCE,
  late: boolean,
  wrongAsset: boolean,
  outcome: { enum: ['sent', 'error', 'sending'] },
});

/** At most a year ahead. */
const move = (commands: readonly string[], properties: Record<string, object> = {}) =>
  closed({ command: { enum: commands }, afterMs: integer(0, 31_536_000_000), ...properties }, [
    'command',
    'afterMs',
  ]);

const MOVES = {
  type: 'array',
  maxItems: 20,
  items: {
    oneOf: [
      move(['pay'], { payment: PAY_BODY }),
      move(['med'], { amountInCents: CENTS }),
      move(['reorganise'], { backAfterBlocks: integer(1, 1_000_000) }),
      move(['fund'], { funding: FUND_BODY }),
      {
        ...move(['disturb'], { notices: closed(NOTICE_SWITCHES) }),
        required: ['command', 'afterMs', 'notices'],
      },
      move(PLAIN_COMMANDS),
    ],
  },
};

/** The fault that calls with a nonce meet, and the moves that follow on what they create. */
export const CALL_BODY = closed({ fault: FAULT, moves: MOVES });
