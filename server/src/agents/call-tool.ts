import type { KeyHolder } from '../api-keys/authenticate.ts';
import type { App } from '../app.ts';
import { ApiError, ERROR_CODES } from '../errors.ts';
import { type Cents, cents, MAX_AMOUNT } from '../money.ts';
import { cleanText } from '../platform/clean-text.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { fieldRefusal } from '../platform/field-faults.ts';
import { isObject } from '../platform/json.ts';
import { faultOf } from '../platform/log.ts';
import { QUERY_TYPES } from '../platform/query-types.ts';
import type { Language } from '../refusals.ts';
import { advise } from './advise.ts';
import type { BoundTool } from './bind-tools.ts';
import { CHOSEN_KEY, keySpaceOf, nameOrder } from './name-order.ts';
import { separateValue } from './separate-untrusted.ts';
import { type Result, withinCaps } from './within-caps.ts';

/** The caller, as the routes behind the tools see it. */
export interface AgentCaller {
  readonly holder: KeyHolder;
  readonly authorization: string;
  readonly address: string;
  readonly language: Language;
}

/** A request to the route behind a tool. */
export interface Dispatched {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

export type Dispatch = (
  caller: AgentCaller,
  request: Dispatched,
) => Promise<Result & { readonly retryAfterSeconds: number | undefined }>;

/** What a model reads of a call: data filtered by the tool's schema, or a refusal. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly content: Record<string, unknown>;
}

export async function callTool(
  app: App,
  dispatch: Dispatch,
  tool: BoundTool,
  caller: AgentCaller,
  given: unknown,
): Promise<ToolAnswer> {
  try {
    const { request, order } = readCall(tool, given);
    let retryAfterSeconds: number | undefined;
    const call = async (): Promise<Result> => {
      const result = await dispatch(caller, request);
      retryAfterSeconds = result.retryAfterSeconds;
      return result;
    };
    const result = order
      ? await withinCaps(app, { ...order, ...nameOf(caller, order.name), tool: tool.name }, call)
      : await call();
    const body: unknown = JSON.parse(result.body);
    if (result.status >= 300) return refused(body, caller.language, retryAfterSeconds);
    const content = separateValue(tool.answer, body);
    const replayed = tool.kind === 'order' ? { replayed: result.replayed } : {};
    return { isError: false, content: { ...(isObject(content) ? content : {}), ...replayed } };
  } catch (error) {
    const { code, text, retryAfterSeconds } = refusalOf(app, error);
    const message = text[caller.language];
    return refused({ error: code, message }, caller.language, retryAfterSeconds);
  }
}

/** An unexpected error is logged and reported only by its code: its message is not for a model. */
function refusalOf({ log }: App, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error)) return new ApiError('unavailable', { retryAfterSeconds: 1 });
  log.error({ tool: 'failed', ...faultOf(error) });
  return new ApiError('internal_error');
}

function nameOf({ holder }: AgentCaller, name: string) {
  const { environment, keyId } = holder;
  return { environmentId: environment.id, keyId, orderKey: keySpaceOf(keyId) + name };
}

/** The API's code and message, and what to do next: retry with the same key, a new one, or not. */
function refused(
  body: unknown,
  language: Language,
  retryAfterSeconds: number | undefined,
): ToolAnswer {
  const { error, message } = isObject(body) ? body : {};
  const code = ERROR_CODES.find((known) => known === error) ?? 'internal_error';
  const { idempotencyKey, remedy } = advise(code, language);
  return {
    isError: true,
    content: {
      error: code,
      message: typeof message === 'string' ? cleanText(message) : '',
      idempotencyKey,
      remedy,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}

interface Call {
  readonly request: Dispatched;
  readonly order:
    { readonly name: string; readonly amountCents: Cents; readonly content: string } | undefined;
}

/** @throws ApiError invalid_request, not_found if no route could be called with these arguments */
function readCall(tool: BoundTool, given: unknown): Call {
  const { idempotencyKey, ...args } = readArguments(tool, given);
  const chosen = readKey(idempotencyKey);
  const query = textsOf(pick(args, tool.query));
  const body = tool.body.length > 0 ? pick(args, tool.body) : {};
  const name = tool.kind === 'order' ? nameOrder(tool.name, args, chosen) : undefined;
  return {
    request: {
      method: tool.method,
      url: urlOf(tool, args),
      query,
      body: tool.method === 'GET' ? undefined : body,
      idempotencyKey: name,
    },
    order:
      name === undefined
        ? undefined
        : {
            name,
            amountCents: amountOf(tool, body),
            content: JSON.stringify([tool.name, sorted(args)]),
          },
  };
}

/** Refuses unknown arguments: a misspelt one must not be dropped silently. */
function readArguments(tool: BoundTool, given: unknown): Record<string, unknown> {
  const args = given ?? {};
  const { properties } = tool.inputSchema;
  if (!isObject(args) || !isObject(properties)) throw new ApiError('invalid_request');
  if (Object.keys(args).every((name) => Object.hasOwn(properties, name))) return args;
  throw new ApiError('invalid_request', {
    text: {
      pt: 'Um dos argumentos não é desta ferramenta. Confira os nomes no inputSchema.',
      en: 'This tool does not have one of the arguments. Check the names in its inputSchema.',
    },
  });
}

const CHOSEN = new RegExp(CHOSEN_KEY);

function readKey(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && CHOSEN.test(given)) return given;
  throw new ApiError('invalid_request', {
    text: {
      pt: 'idempotencyKey aceita de 1 a 100 caracteres ASCII visíveis, sem espaço.',
      en: 'idempotencyKey must be 1 to 100 visible ASCII characters, without spaces.',
    },
  });
}

/** Anything that could change the meaning of a path names nothing. */
const NAME = /^[A-Za-z0-9_]{1,128}$/;

function urlOf({ url }: BoundTool, args: Record<string, unknown>): string {
  return url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = args[name];
    if (typeof value !== 'string') throw wrongType(name, value);
    if (!NAME.test(value)) throw new ApiError('not_found');
    return value;
  });
}

/** Refuses an argument that is missing or of the wrong type as a route refuses a field. */
function wrongType(name: string, value: unknown): ApiError {
  const keyword = value === undefined ? 'required' : 'type';
  const type = QUERY_TYPES[name]?.['type'] ?? 'string';
  return fieldRefusal(new Map([[name, { keyword, params: { type }, instancePath: `/${name}` }]]));
}

function pick(args: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]),
  );
}

/** Query parameters as strings. Values that the route's patterns refuse are refused there. */
function textsOf(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const isTyped = Object.hasOwn(QUERY_TYPES, name) && typeof value !== 'object';
      if (typeof value !== 'string' && !isTyped) throw wrongType(name, value);
      return [name, String(value)];
    }),
  );
}

function sorted(args: Record<string, unknown>): [string, unknown][] {
  return Object.entries(args).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The amount that counts against the caps; 0 for an invalid one, which the route refuses. */
function amountOf({ isOpen }: BoundTool, { amountCents }: Record<string, unknown>): Cents {
  if (amountCents === undefined && isOpen) return MAX_AMOUNT;
  return cents(Number.isSafeInteger(amountCents) ? Math.max(0, Number(amountCents)) : 0);
}
