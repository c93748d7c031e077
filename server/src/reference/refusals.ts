import { ApiError, type ErrorCode } from '../errors.ts';
import { headersOf, RATE_LIMIT, REQUEST_ID } from './headers.ts';

type Json = Record<string, unknown>;

const WAITS: readonly ErrorCode[] = ['in_progress', 'rate_limited', 'unavailable'];

/** All refusals of a route by status; each is a component that routes share. */
export function refusalsOf(
  codes: readonly ErrorCode[],
  limited: boolean,
  components: Json,
): Record<string, Json> {
  const byStatus = Map.groupBy(codes, statusOf);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, some]) => {
      const sorted = some.toSorted();
      // A 401 has no rate headers, since the caller is not known yet.
      const counted = limited && status !== 401;
      const name = sorted.map(pascal).join('Or') + (limited || status === 401 ? '' : 'Uncounted');
      components[name] ??= refusal(sorted, counted);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** What answers instead of a route: an unknown path, another method, or broken framing. */
export function refusalsOutside(components: Json): Record<string, Json> {
  const outside: Record<string, readonly [name: string, code: ErrorCode]> = {
    '400': ['UnreadableRequest', 'invalid_request'],
    '404': ['UnknownRoute', 'not_found'],
    '405': ['MethodNotAllowed', 'method_not_allowed'],
    '408': ['RequestTooSlow', 'invalid_request'],
    '431': ['HeadersTooLarge', 'invalid_request'],
    '503': ['UnavailableUncounted', 'unavailable'],
  };
  return Object.fromEntries(
    Object.entries(outside).map(([status, [name, code]]) => {
      components[name] ??= refusal([code], false);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function refusal(codes: readonly ErrorCode[], counted: boolean): Json {
  const texts = codes.map((code) => new ApiError(code).text.en);
  return {
    description: texts.join(' '),
    headers: {
      ...REQUEST_ID,
      ...(codes.includes('unauthorized') && headersOf('WWW-Authenticate')),
      ...(codes.includes('method_not_allowed') && headersOf('Allow')),
      ...(codes.some((code) => WAITS.includes(code)) && headersOf('Retry-After')),
      ...(counted && RATE_LIMIT),
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['error', 'message'],
          additionalProperties: false,
          properties: {
            error: {
              type: 'string',
              enum: [...codes],
              description: 'What programs should branch on.',
            },
            message: { $ref: '#/components/schemas/ErrorMessage' },
          },
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

export const ERROR_MESSAGE = {
  type: 'string',
  maxLength: 500,
  description:
    'For people: what was wrong and what to do, in Portuguese unless English is requested.',
};

function exampleOf(code: ErrorCode): Json {
  return { error: code, message: new ApiError(code).text.pt };
}

function statusOf(code: ErrorCode): number {
  return new ApiError(code).status;
}

function pascal(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
