/** How the provider is to misbehave. Without `times` a fault set for a nonce never ends. */
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
  /** The connection breaks after the call was booked. */
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
/** What a fault of the chain is set for: a transaction, a script, or the newest block. */
export type ChainSubject = `tx ${string}` | `script ${string}` | 'tip';

export type FaultyPath = (typeof PATHS)[number];
