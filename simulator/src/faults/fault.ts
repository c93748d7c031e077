/** How the provider is to misbehave. Without `times` a fault set for a nonce has no end. */
export type Fault =
  | {
      kind: 'status';
      status: number;
      times?: number;
      message?: string;
      retryAfterSeconds?: number;
    }
  /** The connection breaks before anything is booked. */
  | { kind: 'lose-call'; times?: number }
  /** The connection breaks once it is booked. */
  | { kind: 'lose-answer'; times?: number }
  | { kind: 'delay'; ms: number; times?: number }
  | { kind: 'timeout'; times?: number }
  | { kind: 'garbage'; times?: number }
  | { kind: 'decline'; times?: number }
  | { kind: 'wrong-amount'; times?: number }
  | { kind: 'bad-crc'; times?: number };

export const PATHS = [
  'deposit',
  'withdraw',
  'deposit-status',
  'withdraw-status',
  'deposits',
] as const;
/** What calls about the chain are met by: a transaction, a script, or the newest block. */
export type ChainSubject = `tx ${string}` | `script ${string}` | 'tip';

export type FaultyPath = (typeof PATHS)[number];
