import { CATALOGUE, SESSION_CATALOGUE, type Text } from './refusals.ts';

export type { Text };

const REFUSALS = { ...CATALOGUE, ...SESSION_CATALOGUE };

export type ErrorCode = keyof typeof REFUSALS;

// The keys of a constant record are exactly its key type.
export const ERROR_CODES = Object.keys(CATALOGUE) as (keyof typeof CATALOGUE)[];
export const SESSION_ERROR_CODES = Object.keys(
  SESSION_CATALOGUE,
) as (keyof typeof SESSION_CATALOGUE)[];

/** An expected refusal. Anything else that is thrown is a bug and answers `internal_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly text: Text;
  readonly retryAfterSeconds: number | undefined;
  /** The most that would have been accepted, if that is known. */
  readonly limitCents: number | undefined;

  constructor(
    code: ErrorCode,
    options: { text?: Text; retryAfterSeconds?: number; limitCents?: number | undefined } = {},
  ) {
    // For operators' commands and logs, which show nothing else of it.
    super(options.text?.en ?? code);
    this.name = 'ApiError';
    this.code = code;
    this.text = options.text ?? REFUSALS[code];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limitCents = options.limitCents;
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }
}
