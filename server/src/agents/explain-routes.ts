import { Type } from 'typebox';
import { KEY_ADVICE, RESPONSIBLE_PARTIES } from '../docs/advice.ts';
import { ApiError, ERROR_CODES } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { preferredLanguage } from '../platform/preferred-language.ts';
import { Nullable, OneOf } from '../platform/schema.ts';
import { CATALOGUE } from '../refusals.ts';
import { advise } from './advise.ts';

const Sentence = Type.String({ maxLength: 1_000 });

const Explanation = Type.Object(
  {
    code: OneOf(ERROR_CODES, { description: 'The code.' }),
    status: Type.Integer({ description: 'The HTTP status it comes with.' }),
    message: Type.Unsafe<string>({ ...Sentence, description: 'What people are told.' }),
    cause: Type.Unsafe<string>({ ...Sentence, description: 'Why it comes.' }),
    remedy: Type.Unsafe<string>({ ...Sentence, description: 'What to do.' }),
    idempotencyKey: Nullable(
      OneOf(KEY_ADVICE, {
        description: 'With which idempotency key to repeat; `kept`: the same, put right.',
      }),
    ),
    whoCanMendIt: OneOf(RESPONSIBLE_PARTIES, {
      description: 'Who can put it right.',
    }),
  },
  { title: 'ErrorExplanation' },
);

/** Explains an error code to a model that was given one. */
export function registerExplainRoutes(http: Http): void {
  http.get(
    '/errors/:code',
    {
      config: { scope: 'any' },
      schema: {
        operationId: 'explainError',
        summary: 'Explain an error',
        description: 'Why an error code comes, what to do, and with which idempotency key.',
        params: Type.Object({ code: OneOf(ERROR_CODES, { description: 'The code.' }) }),
        response: { 200: Explanation },
      },
    },
    (request) => {
      const code = ERROR_CODES.find((known) => known === request.params.code);
      if (!code) throw new ApiError('not_found');
      const language = preferredLanguage(request);
      const { status, [language]: message } = CATALOGUE[code];
      return { code, status, message, ...advise(code, language) };
    },
  );
}
