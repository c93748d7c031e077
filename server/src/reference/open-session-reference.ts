import swagger from '@fastify/swagger';
import { SESSION_ERROR_CODES } from '../errors.ts';
import type { Http } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import { describeOperation } from './describe-operation.ts';
import { HEADERS, PARAMETERS } from './headers.ts';
import { nameSchemas } from './name-schemas.ts';
import { ERROR_MESSAGE } from './refusals.ts';
import { factsOf, type RouteFacts } from './route-facts.ts';

type Json = Record<string, unknown>;

const FACTS = 'x-facts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The description of the session routes, within them; the API's own is `swagger`. */
    sessionReference: () => object;
  }
}

/** Describes the routes of signed-in people, which are no part of the API that is promised. */
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

function describe({ paths, ...document }: Json): Json {
  const responses: Json = {};
  const described = describePaths(paths, responses);
  const schemas: Json = {};
  const named = nameSchemas(described, schemas);
  return {
    ...document,
    paths: named,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'ponte_session' },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: sorted(responses),
      schemas: sorted({ ...schemas, ErrorMessage: ERROR_MESSAGE }),
      'x-session-errors': SESSION_ERROR_CODES,
    },
  };
}

function describePaths(paths: unknown, responses: Json): Json {
  const described = Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(isObject(item) ? item : {}).map(([method, operation]) => {
        const { [FACTS]: facts, ...rest } = isObject(operation) ? operation : {};
        // The first pass put them there.
        const known = facts as RouteFacts;
        return [method, describeOperation(withTenant(path, rest), known, responses)];
      }),
    ),
  ]);
  return sorted(Object.fromEntries(described));
}

/** The address of every route of an environment names it before whatever the route itself takes. */
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
    schema: { type: 'string', enum: ['test', 'live'] },
    example: 'test',
  },
};

function sorted(record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
