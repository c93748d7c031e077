import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type {} from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  fastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { ApiError, type ErrorCode } from '../errors.ts';
import { lazyCompilers } from './compile-lazily.ts';
import { connectionsOf } from './connections.ts';
import { isDatabaseAway } from './db.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from './field-faults.ts';
import {
  allowHalfOpen,
  answerFramingError,
  answerWhatNodeRefuses,
  closeAfterUpgrade,
  refuseCodings,
  refuseHeaders,
} from './framing.ts';
import { MAX_DEPTH, MAX_VALUES, readJsonObject } from './json.ts';
import { faultOf, type Log } from './log.ts';
import { preferredLanguage } from './preferred-language.ts';
import { isNowhere, type KnownRoutes, noteRoute, refuseUnknown } from './refuse-unknown.ts';
import { drainBody } from './drain-body.ts';
import { serializePipelined } from './serialize-pipelined.ts';
import { warnOfUntrusted } from './warn-of-untrusted.ts';

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  Log,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields with an error code of their own. */
    fields?: FieldCodes;
    /** Whether a missing body counts as an empty object. */
    optionalBody?: boolean;
    /** Refusals specific to this route, for its description; those of every route are implied. */
    errors?: readonly ErrorCode[];
    /** A prefix at which a catch-all route does not count, since other routes begin with it. */
    except?: string;
    /** Why a route asks for no API key, for its description. */
    open?: string;
  }
  interface FastifyRequest {
    /** The `config` of its route, kept because `routeOptions` is rebuilt at every access. */
    route: FastifyRequest['routeOptions']['config'];
  }
}

/** In bytes. */
export const BODY_LIMIT = 64 * 1024;

/** In characters; no id or name of ours is nearly as long. */
const MAX_PARAM = 128;

/**
 * The path under which an address that the router refused is routed again, to be answered as an
 * unknown name is: by the hooks of its route, and as a page where there are pages. The router takes
 * what this returns, or it would be asked again without end: it begins with a slash, so that a bad
 * host is part of a name, every percent sign is escaped, and no part is too long.
 */
function pathOfNothing(address = ''): string {
  const path = address.startsWith('/') ? address : `/${address}`;
  return path.replaceAll(/[^/?]+/g, (part) => part.slice(0, MAX_PARAM)).replaceAll('%', '%25');
}

/**
 * An HTTP server on which every answer, even to bytes that are not HTTP, has the API's shape.
 * @param register adds the routes once the server is ready; every known path refuses other methods
 * @param trustedProxies proxies whose `X-Forwarded-For` is trusted
 */
export function openHttp(
  log: Log,
  register: (http: Http) => void | Promise<void>,
  trustedProxies: readonly string[] = [],
): Http {
  const http: Http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests that arrive while we stop are answered too, in our own shape.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // Each of our log lines names its request itself.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Node checks for time-outs only every 30 seconds by default. A missing Host is refused below,
    // as a second one is.
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
      // A stream for an empty body is expensive, and most requests have none.
      optimizeEmptyRequests: true,
    },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM },
    clientErrorHandler: (error, socket) =>
      answerFramingError(log, error, socket, connections.get(socket)),
    frameworkErrors: (_error, { raw }: FastifyRequest, reply: FastifyReply) => {
      raw.url = pathOfNothing(raw.url);
      http.routing(raw, reply.raw);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  serializePipelined(http.server);
  const connections = connectionsOf(http.server);
  const { validator, serializer } = lazyCompilers();
  http.setValidatorCompiler(validator).setSerializerCompiler(serializer);
  answerWhatNodeRefuses(log, http.server);
  allowHalfOpen(http.server);
  const knownRoutes: KnownRoutes = new Map();
  http.addHook('onRoute', (route) => noteRoute(knownRoutes, route));
  receive(http, log, knownRoutes);
  readBodies(http);
  http.addHook('onSend', (request, reply, _payload, done) => {
    drainBody(request, reply, done);
  });
  http.setErrorHandler((error, request, reply) => send(reply, answerOf(error, request)));
  void http.register(onSameServer(async () => register(http)));
  return http;
}

/** Headers of every answer, whatever it is. */
function begin({ id }: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ 'x-request-id': id, 'x-content-type-options': 'nosniff' });
}

/** Hooks on every request, before those of its route, and its line in the log. */
function receive(http: Http, log: Log, knownRoutes: KnownRoutes): void {
  const lookAtPeer = warnOfUntrusted(log);
  http.decorateRequest('route');
  // Hooks that do not wait use callbacks: a promise for each is expensive on every request.
  http.addHook('onRequest', (request, reply, done) => {
    request.route = request.routeOptions.config;
    lookAtPeer(request);
    begin(request, reply);
    closeAfterUpgrade(request, reply);
    refuseCodings(request, reply);
    // Before anything else: nothing about such a request matters.
    if (isNowhere(request)) refuseUnknown(request, reply, knownRoutes);
    refuseHeaders(request);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    log.info({
      requestId: request.id,
      method: request.method,
      // The route, not the URL, which may contain what must not be logged.
      route: request.route.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
}

/** A plugin whose hooks apply to every route, and to unknown addresses. */
function onSameServer(plugin: () => Promise<void>): () => Promise<void> {
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

/** Registers routes under a prefix, with hooks of their own. */
export function within(
  http: Http,
  prefix: string,
  register: (http: Http) => void | Promise<void>,
): void {
  void http.register(
    // The inner instance inherits from the outer one, type provider included.
    async (inner) => register(inner as unknown as Http),
    { prefix },
  );
}

/** In the form that the framework normalises to: JSON is UTF-8, and may say so. */
const JSON_TYPE = /^application\/json(?:; charset="?utf-?8"?)?$/i;

/** Whether the body is compressed: nothing is decompressed, so it cannot be read. */
export function isPacked(headers: FastifyRequest['headers']): boolean {
  return !/^identity$/i.test(headers['content-encoding'] ?? 'identity');
}

const BODY = {
  pt: `O corpo deve ser um objeto JSON em UTF-8, com no máximo ${String(MAX_DEPTH)} níveis e ${String(MAX_VALUES)} valores.`,
  en: `The body must be one JSON object in UTF-8, nested at most ${String(MAX_DEPTH)} levels deep, with at most ${String(MAX_VALUES)} values.`,
};

function readBodies(http: Http): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, ({ headers }, body, done) => {
    if (isPacked(headers)) {
      done(new ApiError('unsupported_media_type'));
      return;
    }
    try {
      done(null, typeof body === 'string' || body.length === 0 ? undefined : readJsonObject(body));
    } catch {
      done(new ApiError('invalid_request', { text: BODY }));
    }
  });
  http.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw, headers } = request;
    // A request without a body has ended by now, and its parser would wait for the end forever. The
    // parser runs whenever a content type is named.
    const isNone = raw.readableEnded && headers['content-type'] !== undefined;
    done(null, isNone ? Readable.from([]) : payload);
  });
  http.addHook('preValidation', (request, _reply, done) => {
    const { method, body } = request;
    if (body === undefined && method !== 'GET' && method !== 'HEAD' && method !== 'DELETE') {
      if (!request.route.optionalBody) throw new ApiError('invalid_request', { text: BODY });
      request.body = {};
    }
    done();
  });
}

/**
 * Accepts any content type on a request without a body, since some clients always send one. Not for
 * routes that a browser's cookie opens: a form of another site is recognised by its type.
 */
export function passEmptyBodies(http: Http): void {
  http.addContentTypeParser('*', ({ headers }, stream, done) => {
    const refusalFor = (content?: unknown): void => {
      stream.pause().off('data', refusalFor).off('end', refusalFor);
      done(content === undefined ? null : new ApiError('unsupported_media_type'), undefined);
    };
    const { 'content-length': length = '0' } = headers;
    if (length !== '0') refusalFor(length);
    // A chunked body is known to be empty only at its end.
    else stream.on('data', refusalFor).on('end', refusalFor);
  });
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: ErrorCode; readonly message: string };
}

/** They describe the rate of a key that has been refused since. */
const RATE_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  if (body.error === 'unauthorized') {
    for (const name of RATE_HEADERS) void reply.removeHeader(name);
  }
  return reply.code(status).headers(headers).send(body);
}

function answerOf(error: unknown, request: FastifyRequest): Answer {
  const refusal = refusalOf(error, request);
  const wait = refusal.retryAfterSeconds ?? (refusal.code === 'unavailable' ? 1 : undefined);
  const language = preferredLanguage(request);
  return {
    status: refusal.status,
    headers: {
      // A cache could keep a 404, and the route may have set an immutable policy already.
      'cache-control': 'no-store',
      ...(refusal.code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
      ...(wait !== undefined && { 'retry-after': String(wait) }),
    },
    body: { error: refusal.code, message: refusal.text[language] },
  };
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
};

/** What the client is told about an error; an unexpected one is logged. */
export function refusalOf(error: unknown, request: FastifyRequest): ApiError {
  const refusal = refusalFor(error, request);
  if (refusal.code === 'internal_error') {
    request.log.error({ requestId: request.id, ...faultOf(error) });
  }
  return refusal;
}

function refusalFor(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return new ApiError('internal_error');
  const faulty = faultyFields(error);
  if (faulty.size > 0) return fieldRefusal(faulty, request.route.fields);
  const code = 'code' in error ? FRAMEWORK_CODES[String(error.code)] : undefined;
  if (code !== undefined) return new ApiError(code);
  if (isCutOff(error, request)) return new ApiError('invalid_request');
  if (isDatabaseAway(error)) return new ApiError('unavailable');
  return new ApiError('internal_error');
}

/** Whether the client hung up in the middle of the body, or was too slow with it. */
function isCutOff(error: Error, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && 'code' in error && error.code === 'ECONNRESET';
}
