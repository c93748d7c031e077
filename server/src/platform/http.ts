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
import { lateCompilers } from './compile-late.ts';
import { connectionsOf } from './connections.ts';
import { isDatabaseAway } from './db.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from './field-faults.ts';
import {
  answerFramingError,
  answerWhatNodeRefuses,
  hearOut,
  refuseCodings,
  refuseHeaders,
} from './framing.ts';
import { MAX_DEPTH, MAX_VALUES, readJsonObject } from './json.ts';
import { faultOf, type Log } from './log.ts';
import { preferredLanguage } from './preferred-language.ts';
import { isNowhere, noteRoute, refuseUnknown, type Taken } from './refuse-unknown.ts';
import { takeRest } from './take-rest.ts';
import { takeTurns } from './take-turns.ts';
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
    /** Fields whose fault has a code of its own. */
    fields?: FieldCodes;
    /** Whether no body at all stands for an empty object. */
    optionalBody?: boolean;
    /** Refusals of this route's own, for its description; what every route may say is implied. */
    errors?: readonly ErrorCode[];
    /** Where a route that takes any address is none, since others begin so. */
    except?: string;
    /** Why a route asks for no API key, for its description. */
    open?: string;
  }
  interface FastifyRequest {
    /** What its route says of itself: `routeOptions` is put together whenever it is asked for. */
    route: FastifyRequest['routeOptions']['config'];
  }
}

/** In bytes; so no text in a body is longer, whatever else limits it. */
export const BODY_LIMIT = 64 * 1024;

/** In characters; no name of ours is nearly as long. */
const MAX_PARAM = 128;

/**
 * What cannot be decoded, or is too long, is told what a name is told that nothing has: by the
 * hooks of its route, and as a page where there are pages. Of an address with a host all is such a
 * name: the router refuses a bad host whatever becomes of the rest, and must never be asked again.
 */
function namingNothing(address = ''): string {
  const path = address.startsWith('/') ? address : `/${address}`;
  return path.replaceAll(/[^/?]+/g, (part) => part.slice(0, MAX_PARAM)).replaceAll('%', '%25');
}

/**
 * An HTTP server on which every answer, also to bytes that are not HTTP, has the API's shape.
 * @param register adds the routes, once the server is made ready; every known path refuses other
 * methods.
 * @param trustedProxies whose word on where a request came from is taken
 */
export function openHttp(
  log: Log,
  register: (http: Http) => void | Promise<void>,
  trustedProxies: readonly string[] = [],
): Http {
  const http: Http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests that come while we stop are answered too, in our own shape.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // Every line of ours names its request itself.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // How late a time-out may be noticed is Node's to say, unless told. An absent Host is refused
    // below, as a second one is.
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
      // The stream of a body that is none is dear, and most requests have none.
      optimizeEmptyRequests: true,
    },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM },
    clientErrorHandler: (error, socket) =>
      answerFramingError(log, error, socket, connections.get(socket)),
    frameworkErrors: (_error, { raw }: FastifyRequest, reply: FastifyReply) => {
      raw.url = namingNothing(raw.url);
      http.routing(raw, reply.raw);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  takeTurns(http.server);
  const connections = connectionsOf(http.server);
  const { validator, serializer } = lateCompilers();
  http.setValidatorCompiler(validator).setSerializerCompiler(serializer);
  answerWhatNodeRefuses(log, http.server);
  hearOut(http.server);
  const taken: Taken = new Map();
  http.addHook('onRoute', (route) => noteRoute(taken, route));
  receive(http, log, taken);
  readBodies(http);
  http.addHook('onSend', (request, reply, _payload, done) => {
    takeRest(request, reply);
    done();
  });
  http.setErrorHandler((error, request, reply) => send(reply, answerOf(error, request)));
  void http.register(onSameServer(async () => register(http)));
  return http;
}

/** What every answer says, whatever it is: none is to be taken for another type than it names. */
function begin({ id }: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ 'x-request-id': id, 'x-content-type-options': 'nosniff' });
}

/** What is done with every request before a route's own hooks, and said of it afterwards. */
function receive(http: Http, log: Log, taken: Taken): void {
  const lookAtPeer = warnOfUntrusted(log);
  http.decorateRequest('route');
  // Hooks that need not wait call back at once: a promise for each is dear on every request.
  http.addHook('onRequest', (request, reply, done) => {
    request.route = request.routeOptions.config;
    lookAtPeer(request);
    begin(request, reply);
    refuseCodings(request, reply);
    // Before anything else is looked at: nothing about the request matters here.
    if (isNowhere(request)) refuseUnknown(request, reply, taken);
    refuseHeaders(request);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    log.info({
      requestId: request.id,
      method: request.method,
      // The route, not the address: an address may carry what must not be logged.
      route: request.route.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
}

/** A plugin whose hooks hold for every route, and for addresses that are none. */
function onSameServer(plugin: () => Promise<void>): () => Promise<void> {
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

/** Registers routes whose addresses begin so, with hooks of their own. */
export function within(
  http: Http,
  prefix: string,
  register: (http: Http) => void | Promise<void>,
): void {
  void http.register(
    // The instance within is made of the one around it, type provider included.
    async (inner) => register(inner as unknown as Http),
    { prefix },
  );
}

/** As the framework writes it down: JSON is UTF-8, and may say so. */
const JSON_TYPE = /^application\/json(?:; charset="?utf-?8"?)?$/i;

/** Nothing is unpacked, so what is packed cannot be read. */
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
    // What has no body has ended by now, and whoever reads it would wait for that. It is read where
    // a type is named all the same.
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
 * Takes a request without a body whatever type it names, since some clients always name one. Not
 * for routes that a browser's cookie opens: a form of another site is one by its type.
 */
export function passEmptyBodies(http: Http): void {
  http.addContentTypeParser('*', ({ headers }, stream, done) => {
    const judge = (content?: unknown): void => {
      stream.pause().off('data', judge).off('end', judge);
      done(content === undefined ? null : new ApiError('unsupported_media_type'), undefined);
    };
    const { 'content-length': length = '0' } = headers;
    if (length !== '0') judge(length);
    // Only their end tells that chunks hold nothing.
    else stream.on('data', judge).on('end', judge);
  });
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: ErrorCode; readonly message: string };
}

/** Of the rate that a key had before it was refused. */
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
      // A cache could keep a 404, and what was to be sent may have been called immutable already.
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

/** What the client is told of an error; one that nobody expected is logged. */
export function refusalOf(error: unknown, request: FastifyRequest): ApiError {
  const refusal = judge(error, request);
  if (refusal.code === 'internal_error') {
    request.log.error({ requestId: request.id, ...faultOf(error) });
  }
  return refusal;
}

function judge(error: unknown, request: FastifyRequest): ApiError {
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

/** Whoever asks hung up in the middle of the body, or was too slow with it: nobody's fault here. */
function isCutOff(error: Error, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && 'code' in error && error.code === 'ECONNRESET';
}
