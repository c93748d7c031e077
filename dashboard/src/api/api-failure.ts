/** What a call ended in, other than its answer. `offline` is ours; other codes are the server's. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    message: string,
    answer: { status?: number; requestId?: string | undefined; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.code = code;
    this.status = answer.status ?? 0;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** The code of a failed call; undefined for any other error, or none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiFailure ? error.code : undefined;
}

export function hasCode(error: unknown, code: string): error is ApiFailure {
  return codeOf(error) === code;
}

/** Whether nobody is signed in in this browser, or not to the end: the code was never given. */
export function isSignedOut(error: unknown): boolean {
  return hasCode(error, 'signed_out') || hasCode(error, 'second_factor_required');
}

export async function readFailure(response: Response): Promise<ApiFailure> {
  const { error, message } = await readBody(response);
  const retryAfter = Number(response.headers.get('retry-after'));
  // A proxy says in a page of its own that the server is not there.
  const unsaid = response.status > 500 ? 'unavailable' : 'internal_error';
  return new ApiFailure(error ?? unsaid, message ?? '', {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  });
}

async function readBody(response: Response): Promise<{ error?: string; message?: string }> {
  try {
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null) return {};
    const { error, message } = body as Record<string, unknown>; // An object has such entries.
    return {
      ...(typeof error === 'string' ? { error } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    };
  } catch {
    // A proxy in between answers in HTML; there is nothing in it for us.
    return {};
  }
}
