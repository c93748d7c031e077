import { languageTag } from '../words/language.ts';
import { ApiFailure, hasCode, isSignedOut, readFailure } from './api-failure.ts';
import { OPERATIONS, type Operations } from './operations.ts';
import { syncClock } from './server-clock.ts';

export type OperationId = keyof Operations;
export type ResponseOf<K extends OperationId> = Operations[K]['response'];
export type PathOf<K extends OperationId> = NamesOf<K, 'path'>;
export type QueryOf<K extends OperationId> = NamesOf<K, 'query'>;
export type BodyOf<K extends OperationId> = Operations[K] extends { body: infer Body }
  ? Body
  : undefined;

type Empty = Record<never, never>;
type NamesOf<K extends OperationId, Part extends string> =
  Operations[K] extends Record<Part, infer Names extends object> ? Names : Empty;
type Need<Name extends string, T> = undefined extends T
  ? { [K in Name]?: T }
  : Empty extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type Options<K extends OperationId, Path = PathOf<K>> = Need<'path', Path> &
  Need<'body', BodyOf<K>> &
  Need<'idempotencyKey', Operations[K] extends { idempotent: true } ? string : undefined> & {
    query?: QueryOf<K>;
    signal?: AbortSignal;
  };

/** The last of a call's parameters; optional if all of its members are. */
export type MaybeOptions<T> = Empty extends T ? [options?: T] : [options: T];

/** `Options` as the code that serves every operation sees it. */
interface AnyOptions {
  path?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal;
  /** Whether to take the response as bytes, or not at all once it has begun. */
  asFile?: 'whole' | 'begun';
  person?: string | undefined;
}

let confirmIdentity: () => Promise<boolean> = () => Promise.resolve(false);
let place: () => string = () => '';
let refreshPermissions: () => void = () => undefined;
let goToSignIn: () => void = () => undefined;
let currentUserId: () => string | undefined = () => undefined;

/**
 * Registers what asks for password or passkey when a call needs it; true lets the call be repeated.
 * @param where the current page: whoever has left it is not asked about what was begun there
 */
export function onStepUpRequired(ask: () => Promise<boolean>, where: () => string): void {
  confirmIdentity = ask;
  place = where;
}

/** Registers what looks up again what somebody may do, once they were refused. */
export function onNotPermitted(refresh: () => void): void {
  refreshPermissions = refresh;
}

/** Registers where to go when the session has ended. */
export function onSignedOut(go: () => void): void {
  goToSignIn = go;
}

/**
 * Registers whose page it is. The server then does nothing if somebody else has signed in
 * meanwhile.
 */
export function identifyBy(userId: () => string | undefined): void {
  currentUserId = userId;
}

export function call<K extends OperationId>(
  operationId: K,
  ...[options]: MaybeOptions<Options<K>>
): Promise<ResponseOf<K>> {
  return callAny(operationId, options);
}

/** The same for code that serves many operations, and makes sure that the options fit. */
export function callAny<K extends OperationId>(
  operationId: K,
  options?: AnyOptions,
): Promise<ResponseOf<K>> {
  // The server validates each response against the schema that the types are generated from.
  return perform(operationId, options) as Promise<ResponseOf<K>>;
}

async function perform(operationId: OperationId, options?: AnyOptions): Promise<unknown> {
  const from = place();
  const withPerson = { ...options, person: currentUserId() };
  const answer = await send(operationId, withPerson);
  if (hasCode(answer, 'step_up_required')) {
    if (place() !== from || !(await confirmIdentity())) throw answer;
    // The same headers, and so the same Idempotency-Key: it is still the same order.
    return orFail(await send(operationId, withPerson));
  }
  return orFail(answer);
}

/** The response as a file, where a link cannot be used because step-up may be needed. */
export function callForFile<K extends OperationId>(
  operationId: K,
  options: Options<K>,
): Promise<Blob> {
  // `asFile` makes it a Blob, whatever the operation returns otherwise.
  return perform(operationId, { ...options, asFile: 'whole' }) as Promise<Blob>;
}

/** Requests a CSV file until it begins: then a link to it is followed, which reports no failure. */
export async function beginFile(
  operationId: OperationId,
  options: Pick<AnyOptions, 'path' | 'query'>,
): Promise<void> {
  await perform(operationId, { ...options, asFile: 'begun' });
}

/** Like `call`, for people who may not be signed in: it redirects nobody and asks for nothing. */
export async function callAtEntry<K extends OperationId>(
  operationId: K,
  ...[options]: MaybeOptions<Options<K>>
): Promise<ResponseOf<K>> {
  const answer = await send(operationId, options);
  if (answer instanceof ApiFailure) throw answer;
  // The server validates each response against the schema that the types are generated from.
  return answer as ResponseOf<K>;
}

function orFail(answer: unknown): unknown {
  if (!(answer instanceof ApiFailure)) return answer;
  if (isSignedOut(answer)) goToSignIn();
  // To whoever is no longer part of an account, nothing of it is there.
  if (hasCode(answer, 'not_permitted') || hasCode(answer, 'not_found')) refreshPermissions();
  throw answer;
}

function send(operationId: OperationId, options: AnyOptions = {}): Promise<unknown> {
  return ask(OPERATIONS[operationId][0], hrefOf(operationId, options), options);
}

/** One request: its response, or the failure that it ended in. */
async function ask(method: string, href: string, options: AnyOptions): Promise<unknown> {
  const { body, signal, idempotencyKey, person } = options;
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      'accept-language': languageTag(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(person === undefined ? {} : { 'ponte-person': person }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    const response = await fetch(href, request);
    syncClock(response.headers.get('date'));
    if (!response.ok) return await readFailure(response);
    if (options.asFile === 'whole') return await response.blob();
    if (response.status === 204) return undefined;
    const type = response.headers.get('content-type') ?? '';
    if (options.asFile === 'begun' && type.includes('csv')) return await response.body?.cancel();
    // A proxy gave a page of its own as a success; what was asked for may be done, or not.
    return type.includes('json') ? await response.json() : new ApiFailure('unavailable', '');
  } catch (error) {
    if (signal?.aborted) throw error;
    return new ApiFailure('offline', '');
  }
}

/** The address of an operation, for links that download its response. */
export function hrefOf(
  operationId: OperationId,
  { path = {}, query = {} }: Pick<AnyOptions, 'path' | 'query'>,
): string {
  const values = new Map<string, unknown>(Object.entries(path));
  const [, template] = OPERATIONS[operationId];
  const pathname = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? pathname : `${pathname}?${search}`;
}
