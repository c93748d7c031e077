import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { type Http, isPacked } from '../platform/http.ts';

/** A form of ours has less than one. */
const FORM_LIMIT = 8 * 1024;

/** As the framework writes it down. Browsers write a form in the page's own encoding. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:; charset="?utf-8"?)?$/i;

/** Of all bodies these routes read forms alone. */
export function readFields(http: Http): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    ({ headers }, body, done) => {
      if (isPacked(headers)) {
        done(new ApiError('unsupported_media_type'));
        return;
      }
      done(null, new URLSearchParams(body.toString('utf8')));
    },
  );
}

/** What was sent in a form; nothing where there was no body at all. */
export function fieldsOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** A parameter of the address; of one that comes twice the first counts. */
export function queryOf({ query }: FastifyRequest, name: string): string | undefined {
  // Without a schema for it, the framework leaves what its parser made of it.
  const value = (query as Readonly<Record<string, string | string[] | undefined>>)[name];
  return Array.isArray(value) ? value[0] : value;
}
