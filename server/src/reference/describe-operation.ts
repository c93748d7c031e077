import { isObject } from '../platform/json.ts';
import { QUERY_TYPES } from '../platform/query-types.ts';
import { composeExample } from './compose-example.ts';
import { headersOf, RATE_LIMIT, REQUEST_ID } from './headers.ts';
import { refusalsOf } from './refusals.ts';
import { errorsOf, type RouteFacts, takesIdempotencyKey } from './route-facts.ts';

type Json = Record<string, unknown>;

/** Completes a route's schemas with what its configuration says. */
export function describeOperation(operation: Json, facts: RouteFacts, components: Json): Json {
  const { responses, requestBody, parameters, description, ...rest } = operation;
  const ownParameters = Array.isArray(parameters) ? parameters.filter(isObject) : [];
  const takes = takesIdempotencyKey(facts);
  const idempotency = takes === undefined ? [] : [IDEMPOTENCY_KEYS[takes]];
  return {
    ...rest,
    description: `${String(description ?? '')} ${accessOf(facts)}`.trim(),
    ...(rest['security'] === undefined && {
      security: securityOf(facts),
    }),
    ...needsOf(facts),
    ...(ownParameters.length + idempotency.length > 0 && {
      parameters: [...idempotency, ...ownParameters.map(describeParameter)],
    }),
    ...(isObject(requestBody) && { requestBody: describeBody(requestBody, facts) }),
    responses: {
      ...successesOf(responses, facts),
      ...refusalsOf(errorsOf(facts), isCounted(facts), components),
    },
  };
}

/** Whether its calls count towards the rate limit of a key. */
function isCounted({ scope, person }: RouteFacts): boolean {
  return scope !== undefined && person === undefined;
}

function securityOf(facts: RouteFacts): Json[] {
  if (facts.person !== undefined) return [{ session: [] }];
  return facts.scope === undefined ? [] : [{ apiKey: scopesOf(facts) }];
}

function needsOf({ person, scope, action, open, stepUp }: RouteFacts): Json {
  if (person === 'member') return { 'x-permission': action ?? scope, 'x-step-up': stepUp };
  if (person !== undefined) return { 'x-person': person, 'x-step-up': stepUp };
  return scope === undefined ? { 'x-public': open } : { 'x-scope': scope };
}

function accessOf({ person, scope, action, open, testOnly, stepUp }: RouteFacts): string {
  if (person !== undefined) {
    const who =
      person === 'member'
        ? `For members who may \`${action ?? scope ?? ''}\`.`
        : `For ${person === 'operator' ? 'operators' : 'anybody who is signed in'}.`;
    return stepUp ? `${who} Asks for proof of identity again.` : who;
  }
  if (scope === undefined) return `Needs no API key. ${open ?? ''}`;
  const where = testOnly ? ' On a live key this address does not exist.' : '';
  return scope === 'any'
    ? `Needs a valid API key, whatever its scopes.${where}`
    : `Needs an API key with the scope \`${scope}\`.${where}`;
}

function scopesOf({ scope }: RouteFacts): string[] {
  return scope === undefined || scope === 'any' ? [] : [scope];
}

const IDEMPOTENCY_KEYS = {
  always: { $ref: '#/components/parameters/IdempotencyKey' },
  optionally: { $ref: '#/components/parameters/OptionalIdempotencyKey' },
};

function describeParameter({ schema, name, ...parameter }: Json): Json {
  const meant = parameter['in'] === 'query' ? QUERY_TYPES[String(name)] : undefined;
  if (!meant) return { name, ...parameter, schema };
  const { example, ...others } = parameter;
  return { name, ...others, schema: meant, example: JSON.parse(String(example)) as unknown };
}

function describeBody({ content, ...body }: Json, { optionalBody }: RouteFacts): Json {
  return { ...body, required: !optionalBody, content: withExamples(content) };
}

const SUCCESSES: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; it happens shortly after.',
  204: 'Deleted. No body.',
};

function successesOf(responses: unknown, facts: RouteFacts): Record<string, Json> {
  const described = isObject(responses) ? Object.entries(responses) : [];
  return Object.fromEntries(
    described
      .filter(([status]) => status in SUCCESSES)
      .map(([status, response]) => {
        const content = isObject(response) ? response['content'] : undefined;
        return [
          status,
          {
            description: SUCCESSES[status],
            headers: {
              ...REQUEST_ID,
              ...(isCounted(facts) && RATE_LIMIT),
              ...(takesIdempotencyKey(facts) !== undefined && headersOf('Idempotent-Replayed')),
            },
            ...(content !== undefined && { content: withExamples(content) }),
          },
        ];
      }),
  );
}

function withExamples(content: unknown): Json {
  const kinds = isObject(content) ? Object.entries(content) : [];
  return Object.fromEntries(
    kinds.map(([type, media]) => {
      if (!isObject(media) || 'example' in media) return [type, media];
      const example = composeExample(media['schema']);
      return [type, example === undefined ? media : { ...media, example }];
    }),
  );
}
