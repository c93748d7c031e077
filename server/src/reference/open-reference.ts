import swagger from '@fastify/swagger';
import type { Http } from '../platform/http.ts';
import { describePaths, FACTS, type Json, sorted } from './describe-paths.ts';
import { describeEventData, describeWebhooks } from './describe-webhooks.ts';
import { HEADERS, PARAMETERS } from './headers.ts';
import { INTRODUCTION, TAGS } from './introduction.ts';
import { nameSchemas } from './name-schemas.ts';
import { ERROR_MESSAGE, refusalsOutside } from './refusals.ts';
import { factsOf } from './route-facts.ts';

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of the account: `pt_test_…` or `pt_live_…`.',
  },
  providerSecret: {
    type: 'http',
    scheme: 'basic',
    description:
      "The secret that the provider was given, after `Basic`, as it is. It isn't encoded.",
  },
} as const;

/** Relative to where the file was loaded from, so that it is valid for every installation. */
const SERVER = {
  url: '/',
  description: 'This installation; production with a live key, test mode with a test key.',
  'x-internal': false,
};

/** Describes every route that is registered afterwards. */
export async function openReference(http: Http): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ponte',
        summary: 'A gateway between Pix and DePix',
        version: '1.0.0',
        description: INTRODUCTION,
        contact: { name: 'The operator of this installation', url: 'https://ponte.example/' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [SERVER],
      tags: TAGS,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, url, route }) => ({
      // The dashboard's routes are described separately.
      schema: { ...schema, ...(url.startsWith('/app') && { hide: true }), [FACTS]: factsOf(route) },
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document ? describe({ ...document.openapiObject }) : {},
  });
}

function describe({ paths, ...document }: Json): Json {
  const responses: Json = {};
  const outside = refusalsOutside(responses);
  const described = describePaths(paths, responses);
  const schemas: Json = {};
  const named = nameSchemas(described, schemas);
  return {
    ...document,
    paths: named,
    webhooks: describeWebhooks(),
    'x-outside-operations': outside,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: sorted(responses),
      schemas: sorted({
        ...schemas,
        ...describeEventData(schemas),
        ErrorMessage: ERROR_MESSAGE,
      }),
    },
  };
}
