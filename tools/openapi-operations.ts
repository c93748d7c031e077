import { isObject } from '../server/src/platform/json.ts';

type Json = Record<string, unknown>;

/** The only kind of parameter that a route takes besides those of the path and the query. */
const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey';

/**
 * A module of types for the dashboard: each operation's method, path, input and response, and every
 * named schema.
 * @param document an OpenAPI 3.1 description whose schemas are objects, arrays, enumerations,
 * nullable ones and references
 */
export function writeOperations(document: Json): string {
  const operations = operationsOf(document);
  const schemas = objectOf(objectOf(document['components'])['schemas']);
  return [
    '// Made by `npm run openapi` of what the routes say. Do not change it by hand.',
    `export const OPERATIONS = {${operations
      .map(({ id, method, path }) => `${id}: ['${method}', '${path}']`)
      .join(',')}} as const;`,
    `export interface Operations {${operations.map(writeOperation).join('')}}`,
    ...Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`),
  ].join('\n\n');
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly content: Json;
}

function operationsOf(document: Json): Operation[] {
  const all = Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, operation]) => {
      const content = objectOf(operation);
      return { id: String(content['operationId']), method: method.toUpperCase(), path, content };
    }),
  );
  return all.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Only the parts that the operation has: what a call gives, and what it is answered. */
function writeOperation({ id, content }: Operation): string {
  const parameters = Array.isArray(content['parameters']) ? content['parameters'] : [];
  const own = parameters.filter(isObject);
  const body = objectOf(content['requestBody']);
  const isOptional = body['required'] === false;
  const parts = [
    ...writeParameters(own, 'path'),
    ...writeParameters(own, 'query'),
    ...('content' in body ? [`body: ${contentOf(body)}${isOptional ? ' | undefined' : ''}`] : []),
    ...(own.some((parameter) => parameter['$ref'] === IDEMPOTENCY_KEY) ? ['idempotent: true'] : []),
    `response: ${answerOf(objectOf(content['responses']))}`,
  ];
  return `${id}: { ${parts.join('; ')} };`;
}

function writeParameters(parameters: readonly Json[], place: string): string[] {
  const written = parameters
    .filter((parameter) => parameter['in'] === place)
    .map(({ name, required, schema }) => {
      return `${quoted(String(name))}${required === true ? '' : '?'}: ${typeOf(schema)}${required === true ? '' : ' | undefined'}`;
    });
  return written.length === 0 ? [] : [`${place}: { ${written.join('; ')} }`];
}

/** The type of the one success that has a body; a file has the type that the browser gives it. */
function answerOf(responses: Json): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, answer]) => contentOf(objectOf(answer)));
  return [...new Set(types)].join(' | ') || 'undefined';
}

function contentOf(holder: Json): string {
  const json = objectOf(objectOf(holder['content'])['application/json']);
  return 'schema' in json ? typeOf(json['schema']) : 'undefined';
}

/** The TypeScript type for a schema. */
function typeOf(value: unknown): string {
  const schema = objectOf(value);
  const { $ref, type, properties, items } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].map((word) => JSON.stringify(word)).join(' | ');
  }
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return `(${typeOf(items)})[]`;
  if (type === 'object') return objectTypeOf(objectOf(properties), schema);
  return PLAIN[String(type)] ?? 'unknown';
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function objectTypeOf(properties: Json, { required, additionalProperties }: Json): string {
  const names = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, schema]) =>
    names.includes(name)
      ? `${quoted(name)}: ${typeOf(schema)}`
      : `${quoted(name)}?: ${typeOf(schema)} | undefined`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  return isObject(additionalProperties)
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<string, unknown>';
}

function quoted(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}
