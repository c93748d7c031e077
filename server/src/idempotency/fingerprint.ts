import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { canonicalJson } from '../platform/json.ts';

export const FINGERPRINT = 'idempotency_keys.fingerprint';

/** Method, path and body. The order of object keys and white space do not matter. */
export function contentOf(request: FastifyRequest): string {
  return `${request.method}\n${request.route.url ?? ''}\n${canonicalJson(request.body)}`;
}

/**
 * The key and the content of a request that needs a key.
 * @throws ApiError missing_idempotency_key, invalid_request
 */
export function identityOf(request: FastifyRequest) {
  const key = findIdempotencyKey(request);
  if (key === undefined) throw new ApiError('missing_idempotency_key');
  return { key, content: contentOf(request) };
}

/**
 * The idempotency key sent, prefixed for callers that have a key space of their own. Undefined if
 * the header is missing or empty.
 * @throws ApiError invalid_request
 */
export function findIdempotencyKey(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw;
  // Node joins repeated headers with a comma, which a single key may also contain.
  const keys = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'idempotency-key',
  );
  if (keys.length > 1) {
    throw new ApiError('invalid_request', {
      text: {
        pt: 'Envie um único cabeçalho Idempotency-Key.',
        en: 'Send a single Idempotency-Key header.',
      },
    });
  }
  // Node has already trimmed the white space that HTTP allows around it.
  const [key = ''] = keys;
  if (key === '') return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError('invalid_request', {
      text: {
        pt: 'Idempotency-Key aceita de 1 a 255 caracteres ASCII imprimíveis.',
        en: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
      },
    });
  }
  return (request.caller.keySpace ?? '') + key;
}
