import { ADVICE, type Advice, type ErrorCode, type Outcome, PonteError } from './errors.ts';

/** Why an attempt brought no response that can be returned. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
  /** False if nothing was sent. */
  readonly wasSent?: boolean;
}

export interface Attempted {
  readonly method: string;
  readonly idempotencyKey?: string | undefined;
  /** Whether an earlier attempt of the same call may have been carried out. */
  readonly inDoubt: boolean;
}

const MAX_PAUSE_MS = 8_000;
const FIRST_PAUSE_MS = 500;

/** The request did not arrive completely in time, and was not carried out. */
const TOO_LATE = 408;

/** Whether it is unknown if the request was carried out. */
export function isUnsure({ code, status, wasSent = true }: Fault): boolean {
  if (!wasSent) return false;
  if (isKnown(code)) return ADVICE[code] === 'same-key';
  // Redirects and refusals, whoever sent them, were not carried out.
  return status === undefined || (status >= 200 && status < 300) || status >= 500;
}

/** Whether the gateway asks to wait rather than being in trouble; only time helps then. */
export function asksToWait({ code, status }: Fault): boolean {
  return code === 'in_progress' || status === 429;
}

/** Whether the request may be retried without asking the caller. */
export function mayRepeat(fault: Fault, { method, idempotencyKey }: Attempted): boolean {
  const { code, status } = fault;
  if (code === 'aborted' || code === 'not_configured') return false;
  if (status === 429) return true;
  if (status === TOO_LATE) return mayBeTwice({ method, idempotencyKey });
  // A 503 too can be caused by a connection that died while the change was being committed.
  return isUnsure(fault) && mayBeTwice({ method, idempotencyKey });
}

/** Whether repeating the request has no further effect. */
function mayBeTwice({ method, idempotencyKey }: Omit<Attempted, 'inDoubt'>): boolean {
  return method !== 'POST' || idempotencyKey !== undefined;
}

/** Grows with each attempt, is randomised, and is never less than `Retry-After`. */
export function pauseBefore(attempt: number, { retryAfterMs = 0 }: Fault): number {
  const most = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return Math.max(retryAfterMs, most / 2) + (Math.random() * most) / 2;
}

export function errorOf(fault: Fault, attempted: Attempted): PonteError {
  const outcome = outcomeOf(fault, attempted);
  const { idempotencyKey } = attempted;
  return new PonteError({
    ...fault,
    outcome,
    advice: adviceOn(fault, attempted, outcome),
    idempotencyKey,
  });
}

function outcomeOf(fault: Fault, { method, inDoubt }: Attempted): Outcome {
  // A spent key has created nothing, whatever happened to earlier attempts with it. No other answer
  // says anything about an earlier attempt.
  if (method === 'GET' || baseAdvice(fault) === 'new-key') return 'none';
  return inDoubt || isUnsure(fault) ? 'unknown' : 'none';
}

function adviceOn(fault: Fault, attempted: Attempted, outcome: Outcome): Advice {
  const advice = baseAdvice(fault);
  if (attempted.idempotencyKey !== undefined) return outcome === 'unknown' ? 'same-key' : advice;
  if (outcome === 'unknown' && !mayBeTwice(attempted)) return 'look-first';
  if (advice === 'same-key') return 'wait';
  return advice === 'new-key' ? 'fix-request' : advice;
}

function baseAdvice(fault: Fault): Advice {
  if (fault.status === TOO_LATE) return 'wait';
  if (isKnown(fault.code)) return ADVICE[fault.code];
  if (fault.status === 429) return 'wait';
  return isUnsure(fault) ? 'same-key' : 'fix-request';
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(ADVICE, code);
}
