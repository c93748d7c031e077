import { MAX_AMOUNT } from '../money.ts';
import type { Http } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import { QUERY_TYPES } from '../platform/query-types.ts';
import { portablePattern } from '../platform/schema.ts';
import { CHOSEN_KEY } from './name-order.ts';
import { separateSchema } from './separate-untrusted.ts';
import { toolName, type ToolKind, TOOLS } from './tool.ts';

type Json = Record<string, unknown>;

/** A tool and the route behind it; its descriptions are generated from the route's schemas. */
export interface BoundTool {
  readonly name: string;
  readonly kind: ToolKind;
  readonly title: string;
  readonly description: string;
  readonly scope: string;
  readonly testOnly: boolean;
  /** Whether it may leave the amount of its order to the payer. */
  readonly isOpen: boolean;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The names of its arguments, by where the route takes them. */
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly inputSchema: Json & { readonly type: 'object' };
  readonly outputSchema: Json & { readonly type: 'object' };
  /** The schema that the route's answer is serialized with. */
  readonly answer: unknown;
}

interface Route {
  readonly url: string;
  readonly method: string | readonly string[];
  readonly schema?: unknown;
  readonly config?: {
    readonly scope?: string;
    readonly testOnly?: boolean;
  };
}

/** Collects the tools among all routes registered afterwards, by name. */
export function bindTools(http: Http): ReadonlyMap<string, BoundTool> {
  const tools = new Map<string, BoundTool>();
  http.addHook('onRoute', (route) => {
    const tool = boundTo(route);
    if (tool) tools.set(tool.name, tool);
  });
  return tools;
}

function boundTo({ url, method, schema, config = {} }: Route): BoundTool | undefined {
  if (!isObject(schema)) return undefined;
  const operation = String(schema['operationId']);
  const kind = TOOLS[operation];
  const isRead = method === 'GET';
  // A tool that the table calls a reading must also be one by its method.
  if (kind === undefined || (kind === 'read') !== isRead || (!isRead && method !== 'POST')) return;
  const { params: inPath, querystring, body: inBody } = schema;
  const places = [inPath, withTypes(querystring), inBody];
  const [params = [], query = [], body = []] = places.map((place) =>
    Object.keys(propertiesOf(place)),
  );
  const answer = answerOf(schema['response']);
  const isOpen = kind === 'order' && !requiredOf(inBody).includes('amountCents');
  return {
    name: toolName(operation),
    kind,
    title: String(schema['summary']),
    description: describe(kind, isOpen, String(schema['description'])),
    scope: config.scope ?? 'any',
    testOnly: config.testOnly ?? false,
    isOpen,
    method: isRead ? 'GET' : 'POST',
    url,
    params,
    query,
    body,
    inputSchema: inputOf(kind, places),
    outputSchema: outputOf(kind, answer),
    answer,
  };
}

function describe(kind: ToolKind, isOpen: boolean, description: string): string {
  if (kind === 'order') {
    const open = isOpen ? `, and where no amount is given, ${String(MAX_AMOUNT)} cents do` : '';
    return `${description} The same call again answers the same order; another idempotencyKey makes another. Its amount counts against this key's caps${open}.`;
  }
  return kind === 'rehearse'
    ? `${description} In the sandbox only: no real money moves.`
    : description;
}

/** A query schema with the types that the reference documents. */
function withTypes(query: unknown): Json {
  const properties = Object.entries(propertiesOf(query)).map(([name, property]) => {
    const type = QUERY_TYPES[name];
    return [
      name,
      type && isObject(property) ? { ...type, description: property['description'] } : property,
    ];
  });
  return { properties: Object.fromEntries(properties) as Json, required: requiredOf(query) };
}

function propertiesOf(schema: unknown): Json {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? properties : {};
}

function requiredOf(schema: unknown): unknown[] {
  const required = isObject(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required : [];
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  pattern: CHOSEN_KEY,
  description:
    'Your own name for this one order. Send the same again to repeat a call whose answer was lost. Without it the arguments name the order.',
};

function inputOf(kind: ToolKind, places: readonly unknown[]): BoundTool['inputSchema'] {
  const properties = Object.assign({}, ...places.map(propertiesOf)) as Json;
  return {
    type: 'object',
    properties: {
      // Without the keywords of our own schemas that are not part of the standard.
      ...(JSON.parse(JSON.stringify(properties), asTold) as Json),
      ...(kind === 'order' && { idempotencyKey: IDEMPOTENCY_KEY }),
    },
    required: places.flatMap(requiredOf),
    additionalProperties: false,
  };
}

function asTold(name: string, value: unknown): unknown {
  return name === 'pattern' && typeof value === 'string' ? portablePattern(value) : value;
}

const REPLAYED = {
  type: 'boolean',
  description: 'Whether this order was made before, and this is what was answered then.',
};

function outputOf(kind: ToolKind, answer: unknown): BoundTool['outputSchema'] {
  const { properties, required, ...rest } = separateSchema(answer);
  const isOrder = kind === 'order';
  return {
    ...rest,
    type: 'object',
    properties: { ...propertiesOf({ properties }), ...(isOrder && { replayed: REPLAYED }) },
    required: [...requiredOf({ required }), ...(isOrder ? ['replayed'] : [])],
  };
}

/** The schema of a successful answer. */
function answerOf(responses: unknown): unknown {
  const entries = Object.entries(isObject(responses) ? responses : {});
  return entries.find(([status]) => status.startsWith('2'))?.[1];
}
