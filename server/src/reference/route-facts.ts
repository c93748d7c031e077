import type { ErrorCode } from '../errors.ts';

/** What a route says of itself besides its schemas. */
export interface RouteFacts {
  /** The scope that a key needs, or `any`; undefined for a route that asks for no key. */
  readonly scope: string | undefined;
  /** Why no key is asked for. */
  readonly open: string | undefined;
  readonly testOnly: boolean;
  readonly optionalBody: boolean;
  readonly errors: readonly ErrorCode[];
  /** Whether a body that comes with the method is read. */
  readonly readsBody: boolean;
  readonly hasQuery: boolean;
  readonly namesResource: boolean;
}

/** The refusals a route can give: its own, and those that follow from what it is. */
export function errorsOf(facts: RouteFacts): ErrorCode[] {
  const keyed = facts.scope !== undefined;
  const implied: [boolean, ErrorCode][] = [
    [facts.readsBody || facts.hasQuery, 'invalid_request'],
    [keyed, 'unauthorized'],
    [keyed && facts.scope !== 'any', 'insufficient_scope'],
    [facts.namesResource || facts.testOnly, 'not_found'],
    [facts.readsBody, 'payload_too_large'],
    [facts.readsBody, 'unsupported_media_type'],
    [keyed, 'rate_limited'],
    [true, 'internal_error'],
    [true, 'unavailable'],
  ];
  const codes = implied.filter(([applies]) => applies).map(([, code]) => code);
  return [...new Set([...facts.errors, ...codes])];
}

/** The refusal of whoever sends no idempotency key tells the routes that need one. */
export function takesIdempotencyKey(facts: RouteFacts): boolean {
  return facts.errors.includes('missing_idempotency_key');
}
