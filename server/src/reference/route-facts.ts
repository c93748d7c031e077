import type { ErrorCode } from '../errors.ts';
import { isObject } from '../platform/json.ts';

/** A route's properties, in addition to its schemas. */
export interface RouteFacts {
  /** The scope that a key needs, or `any`; undefined if the route takes no key. */
  readonly scope: string | undefined;
  /** Why no key is required. */
  readonly open: string | undefined;
  /** Who may call it when signed in; undefined for a route of keys. */
  readonly person: 'member' | 'signed in' | 'operator' | undefined;
  /** The permission that a member needs, if it is not a scope. */
  readonly action: string | undefined;
  readonly stepUp: boolean;
  readonly testOnly: boolean;
  readonly optionalBody: boolean;
  readonly errors: readonly ErrorCode[];
  /** Whether it reads a body, which its method allows. */
  readonly readsBody: boolean;
  readonly hasQuery: boolean;
  readonly namesResource: boolean;
}

interface Route {
  readonly url: string;
  readonly method: string | readonly string[];
  readonly schema?: unknown;
  readonly config?: Partial<RouteFacts> & {
    readonly signedIn?: true;
    readonly operator?: true;
  };
}

export function factsOf({ url, method, schema, config = {} }: Route): RouteFacts {
  return {
    scope: config.scope,
    open: config.open,
    person: personOf(url, config),
    action: config.action,
    stepUp: config.stepUp ?? false,
    testOnly: config.testOnly ?? false,
    optionalBody: config.optionalBody ?? false,
    errors: config.errors ?? [],
    readsBody: method !== 'GET',
    hasQuery: isObject(schema) && schema['querystring'] !== undefined,
    namesResource: url.includes(':'),
  };
}

/** Who of the signed-in people may call; their routes all have the same prefix. */
function personOf(url: string, config: Route['config'] = {}): RouteFacts['person'] {
  if (!url.startsWith('/app/') || config.open !== undefined) return undefined;
  if (config.operator) return 'operator';
  return config.signedIn ? 'signed in' : 'member';
}

/** The refusals of a route: its own, and those that follow from its properties. */
export function errorsOf(facts: RouteFacts): ErrorCode[] {
  const implied = facts.person === undefined ? impliedForKeys(facts) : impliedForPeople(facts);
  const codes = implied.filter(([applies]) => applies).map(([, code]) => code);
  return [...new Set([...facts.errors, ...codes])];
}

type Implied = readonly (readonly [applies: boolean, code: ErrorCode])[];

function impliedForKeys(facts: RouteFacts): Implied {
  const keyed = facts.scope !== undefined;
  return [
    [facts.readsBody || facts.hasQuery, 'invalid_request'],
    [keyed, 'unauthorized'],
    // Whatever its scopes, an agent's key only works at the agents' address.
    [keyed, 'insufficient_scope'],
    [facts.namesResource || facts.testOnly, 'not_found'],
    [facts.readsBody, 'payload_too_large'],
    [facts.readsBody, 'unsupported_media_type'],
    [keyed, 'rate_limited'],
    [true, 'internal_error'],
    [true, 'unavailable'],
  ];
}

function impliedForPeople(facts: RouteFacts): Implied {
  return [
    [facts.readsBody || facts.hasQuery, 'invalid_request'],
    [true, 'signed_out'],
    [true, 'second_factor_required'],
    [facts.person === 'member', 'not_permitted'],
    [facts.stepUp, 'step_up_required'],
    [true, 'cross_site_request'],
    [facts.namesResource || facts.person === 'operator', 'not_found'],
    [facts.readsBody, 'payload_too_large'],
    [facts.readsBody, 'unsupported_media_type'],
    [true, 'rate_limited'],
    [true, 'internal_error'],
    [true, 'unavailable'],
  ];
}

/** Inferred from the refusals that a request with or without a key may get. */
export function takesIdempotencyKey({ errors }: RouteFacts): 'always' | 'optionally' | undefined {
  if (errors.includes('missing_idempotency_key')) return 'always';
  return errors.includes('idempotency_mismatch') ? 'optionally' : undefined;
}
