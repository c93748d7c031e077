import { Type } from 'typebox';
import { type DocFile, docFile, sendFile } from '../docs/send-file.ts';
import type { Http } from '../platform/http.ts';

const VERSION = {
  type: 'string',
  maxLength: 10,
  description: 'The version of OpenAPI that it follows.',
  examples: ['3.1.0'],
};

/** The description of every route, as one file. */
export function registerReferenceRoutes(http: Http): void {
  let file: DocFile | undefined;
  http.get(
    '/openapi.json',
    {
      config: { open: 'A description of the API is no secret.' },
      schema: {
        operationId: 'getReference',
        summary: 'Read this description',
        description: 'This very file: OpenAPI 3.1, as JSON.',
        tags: ['Operations'],
        response: {
          // Sent as the text that it already is.
          200: Type.Unsafe<string>({
            type: 'object',
            required: ['openapi'],
            properties: { openapi: VERSION },
            additionalProperties: true,
          }),
        },
      },
    },
    async (request, reply) => {
      // No route is added once requests arrive.
      file ??= docFile('application/json; charset=utf-8', JSON.stringify(http.swagger()));
      return sendFile(request, reply, file, 'public, max-age=300');
    },
  );
}
