import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { canonicalJson } from '../platform/json.ts';

export const FINGERPRINT = 'idempotency_keys.fingerprint';

/** Method, path and body, so that the order of keys and white space do not count. */
export function contentOf(request: FastifyRequest): string {
  return `${request.method}\n${request.route.url ?? ''}\n${canonicalJson(request.body)}`;
}

/** @throws ApiError missing_idempotency_key, invalid_request */
export function readIdempotencyKey(request: FastifyRequest): string {
  const key = findIdempotencyKey(request);
  if (key === undefined) throw new ApiError('missing_idempotency_key');
  return key;
}

/**
 * The caller's, kept apart from other callers' where they have a space of their own. Undefined
 * where none was sent, or an empty one.
 * @throws ApiError invalid_request
 */
export function findIdempotencyKey(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw;
  // Node joins repeated headers with a comma, which a single key may hold too.
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
  // The padding that HTTP allows around it is no longer there.
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
