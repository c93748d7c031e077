import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { type Http, isPacked } from '../platform/http.ts';

/** Our forms are smaller. */
const FORM_LIMIT = 8 * 1024;

/** In the framework's normalized form. Browsers encode a form like its page. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:; charset="?utf-8"?)?$/i;

/** These routes accept only form bodies. */
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

/** The fields of the submitted form; empty if there was no body. */
export function fieldsOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** A query parameter; if it is repeated, the first value. */
export function queryOf({ query }: FastifyRequest, name: string): string | undefined {
  // Without a schema, the framework leaves the parser's result as it is.
  const value = (query as Readonly<Record<string, string | string[] | undefined>>)[name];
  return Array.isArray(value) ? value[0] : value;
}
