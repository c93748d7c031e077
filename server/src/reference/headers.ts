type Json = Record<string, unknown>;

const count = (description: string, example: number): Json => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  example,
});

const text = (description: string, maxLength: number, example: string): Json => ({
  description,
  schema: { type: 'string', maxLength },
  example,
});

/** Response headers, by name. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'The id of this request, which is also in the log. Quote it to support.',
    schema: { type: 'string', format: 'uuid', minLength: 36, maxLength: 36 },
    example: '6f1d7c0e-3f51-4d0b-8a3c-0f6f4c7f7a11',
  },
  'RateLimit-Limit': count('How many calls a key may make at once.', 200),
  'RateLimit-Remaining': count('How many of them are left.', 199),
  'RateLimit-Reset': count('Seconds until all of them are there again.', 1),
  'Retry-After': count('Seconds to wait before the next try.', 1),
  'Idempotent-Replayed': text('`true` if this repeats an earlier response of this key.', 4, 'true'),
  'WWW-Authenticate': text('How to sign in.', 20, 'Bearer'),
  Allow: text('The methods that the path takes.', 100, 'GET, HEAD, POST'),
};

export function headersOf(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const REQUEST_ID = headersOf('X-Request-Id');
export const RATE_LIMIT = headersOf('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');

const NAMED_ORDER = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: 'order-4711',
};

/** Request headers that operations take. */
export const PARAMETERS = {
  IdempotencyKey: {
    ...NAMED_ORDER,
    required: true,
    description:
      'Your own unique name for this one order, across both routes: 1 to 255 printable characters.',
  },
  OptionalIdempotencyKey: {
    ...NAMED_ORDER,
    required: false,
    description:
      'Your own unique name for this one order, so that repeating it does not create a second one: 1 to 255 printable characters.',
  },
};
