type Cause =
  'timeout' | 'slow' | 'refused' | 'certificate' | 'notFound' | 'forbidden' | 'notHttp' | 'ours';

/** Attempts and endpoint health have different codes for the same cause. */
const CAUSES: Readonly<Record<string, Cause>> = {
  timeout: 'timeout',
  response_too_slow: 'slow',
  connection_failed: 'refused',
  refused: 'refused',
  tls_error: 'certificate',
  certificate: 'certificate',
  dns_error: 'notFound',
  host_not_found: 'notFound',
  forbidden_target: 'forbidden',
  invalid_response: 'notHttp',
  internal_error: 'ours',
};

interface CauseWords extends Readonly<Record<Cause, string>> {
  readonly answered: (values: { status: number }) => string;
  readonly unknown: string;
}

/** Why an attempt failed, or the status of its response. */
export function causeIn(
  say: CauseWords,
  { error, responseStatus }: { error: string | null; responseStatus: number | null },
): string {
  const status = responseStatus ?? statusIn(error);
  const cause = error === null ? undefined : CAUSES[error];
  if (cause !== undefined) return say[cause];
  return status === undefined ? say.unknown : say.answered({ status });
}

/** Endpoint health says `status_500`. */
function statusIn(error: string | null): number | undefined {
  const [, digits] = /^status_(\d{3})$/.exec(error ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function succeeded(attempt: {
  error: string | null;
  responseStatus: number | null;
}): boolean {
  const { error, responseStatus } = attempt;
  return error === null && responseStatus !== null && Math.floor(responseStatus / 100) === 2;
}
