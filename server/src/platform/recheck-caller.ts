import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';

/** Together with the 1.5 s for which a key is cached, less than the 2 s in which revoking works. */
const PROMPT_MS = 400;

/**
 * Judges the caller again once the body has been read, if that took long: what held when the
 * headers came may no longer hold. For any other request, this only costs a look at the clock.
 */
export function recheckCaller(
  http: Http,
  check: (request: FastifyRequest) => void | Promise<void>,
): void {
  http.addHook('preValidation', (request, reply, done) => {
    const checked = reply.elapsedTime < PROMPT_MS ? undefined : check(request);
    if (checked instanceof Promise) checked.then(() => done(), done);
    else done();
  });
}
