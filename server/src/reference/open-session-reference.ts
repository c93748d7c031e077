import swagger from '@fastify/swagger';
import { MODES } from '../accounts/environment.ts';
import { SESSION_ERROR_CODES } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import { describePaths, FACTS, type Json, sorted } from './describe-paths.ts';
import { HEADERS, PARAMETERS } from './headers.ts';
import { nameSchemas } from './name-schemas.ts';
import { ERROR_MESSAGE } from './refusals.ts';
import { factsOf } from './route-facts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The description of the session routes, available within them; the API's is `swagger`. */
    sessionReference: () => object;
  }
}

/** Describes the routes for signed-in people, which are not part of the stable API. */
export async function openSessionReference(http: Http): Promise<void> {
  await http.register(swagger, {
    decorator: 'sessionReference',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ponte: the routes of the dashboard',
        version: '1.0.0',
        description:
          'What the dashboard of the same version speaks to, with the cookie of a session. It may change with every version; integrate with the API instead.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This installation.' }],
    },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, [FACTS]: factsOf(route) },
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document ? describe({ ...document.openapiObject }) : {},
  });
}

/** The response headers of these routes; the others are only sent to keys. */
const HEADERS_TOLD = ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed'];

function describe({ paths, ...document }: Json): Json {
  const responses: Json = {};
  const described = describePaths(paths, responses, withTenant);
  const schemas: Json = {};
  const named = nameSchemas(described, schemas);
  return {
    ...document,
    paths: named,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'ponte_session' },
      },
      headers: Object.fromEntries(HEADERS_TOLD.map((name) => [name, HEADERS[name]])),
      parameters: PARAMETERS,
      responses: sorted(responses),
      schemas: sorted({ ...schemas, ErrorMessage: ERROR_MESSAGE }),
      'x-session-errors': SESSION_ERROR_CODES,
    },
  };
}

/** Tenant parameters come first in the path of every route of an environment. */
function withTenant(path: string, operation: Json): Json {
  const named = [...path.matchAll(/\{(accountId|mode)\}/g)].map(([, name]) => name);
  const own = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const others = own.filter(
    (parameter) => !isObject(parameter) || !named.some((name) => name === parameter['name']),
  );
  const parameters = [...named.map((name) => TENANT_PARAMETERS[name ?? '']), ...others];
  return parameters.length === 0 ? operation : { ...operation, parameters };
}

const TENANT_PARAMETERS: Readonly<Record<string, Json>> = {
  accountId: {
    name: 'accountId',
    in: 'path',
    required: true,
    description: 'An account that the person belongs to.',
    schema: { type: 'string', maxLength: 30 },
    example: 'acc_01kah3v5wze8br4hmsf2e8r0tv',
  },
  mode: {
    name: 'mode',
    in: 'path',
    required: true,
    description: 'Which of its environments.',
    schema: { type: 'string', enum: [...MODES] },
    example: 'test',
  },
};
