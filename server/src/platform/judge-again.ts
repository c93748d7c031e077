import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';

/** With the 1.5 s for which a key is remembered, less than the two seconds within which it ends. */
const AT_ONCE_MS = 400;

/**
 * Has whoever asks judged once more after the body has been read, where it was kept back: what was
 * so when the head came may be over. All others pay a look at the clock.
 */
export function judgeAgain(
  http: Http,
  judge: (request: FastifyRequest) => void | Promise<void>,
): void {
  http.addHook('preValidation', (request, reply, done) => {
    const judged = reply.elapsedTime < AT_ONCE_MS ? undefined : judge(request);
    if (judged instanceof Promise) judged.then(() => done(), done);
    else done();
  });
}
