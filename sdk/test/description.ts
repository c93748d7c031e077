import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As much of JSON Schema as the description of the API uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Described {
  readonly parameters?: readonly {
    readonly in?: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly 'x-scope'?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Content>>;
  };
}

export interface Operation {
  /** As `GET /v1/api/deposit/{id}/status`. */
  readonly name: string;
  readonly scope: string | undefined;
  readonly body: Schema | undefined;
  readonly query: Schema | undefined;
  /** Undefined when the response has no body. */
  readonly answer: Schema | undefined;
}

const FILE = join(import.meta.dirname, '../../docs/openapi.json');

// Generated from the routes, by a tool whose own tests hold it to OpenAPI.
const document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;

export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  const found = name === undefined ? schema : document.components.schemas[name];
  if (!found) throw new Error(`${String(name)} is not described`);
  return found;
}

/** What integrators call: the API, the sandbox, and whether the gateway is up. */
export const operations: readonly Operation[] = Object.entries(document.paths)
  .filter(([path]) => /^\/(v1\/|healthz|readyz)/.test(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path}`,
      scope: described['x-scope'],
      body: described.requestBody && jsonOf(described.requestBody),
      query: queryOf(described),
      answer: answerOf(described),
    })),
  );

export const webhooks: Readonly<Record<string, Schema | undefined>> = Object.fromEntries(
  Object.entries(document.webhooks).map(([kind, { post }]) => [kind, jsonOf(post.requestBody)]),
);

/** Every error code that any response lists. */
export const codes: ReadonlySet<string> = new Set(
  Object.values(document.components.responses).flatMap((response) => {
    const codes = jsonOf(response)?.properties?.['error']?.enum ?? [];
    return codes.filter((code) => code !== null);
  }),
);

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema;
}

function queryOf({ parameters = [] }: Described): Schema | undefined {
  const query = parameters.filter((one) => one.in === 'query');
  if (query.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

function answerOf({ responses }: Described): Schema | undefined {
  const [good, another] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  if (another) throw new Error('A method has one type of answer, but two are described.');
  return jsonOf(good?.[1]);
}
