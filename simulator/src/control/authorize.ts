import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ControlError } from '../errors.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets in whoever knows the secret; the comparison is constant-time. */
export function authorize(secret: string) {
  const expected = digest(`Bearer ${secret}`);
  return async (request: FastifyRequest): Promise<void> => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    throw new ControlError('unauthorized', 'The control secret is missing or wrong.');
  };
}
