import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector, errors } from 'undici';
import { isAllowedAddress } from './address.ts';
import type { Mode } from '../accounts/environment.ts';
import { type Lookup, lookupOf } from './lookup.ts';
import {
  checkUrl,
  forbiddenUrl,
  hostOf,
  isAllowedHost,
  policyOf,
  portOf,
  type TargetPolicy,
  type TargetSettings,
} from './target.ts';

/** Why no connection was attempted, as the error that the attempt is recorded with. */
export class TargetError extends Error {
  readonly attemptError: 'forbidden_target' | 'dns_error';

  constructor(attemptError: 'forbidden_target' | 'dns_error') {
    super(attemptError);
    this.name = 'TargetError';
    this.attemptError = attemptError;
  }
}

/** More addresses than this are ignored: judging thousands would block the event loop. */
const MAX_ADDRESSES = 16;

/**
 * The addresses of a host, all of which may be sent to.
 * @throws TargetError if one of them is forbidden, since any might be connected to, or if none is
 *   known
 */
export async function resolveTarget(
  host: string,
  port: number,
  policy: TargetPolicy,
  lookup: Lookup,
): Promise<readonly string[]> {
  if (!isAllowedHost(host, port, policy)) throw new TargetError('forbidden_target');
  const addresses = isIP(host) === 0 ? (await lookup(host)).slice(0, MAX_ADDRESSES) : [host];
  if (addresses.length === 0) throw new TargetError('dns_error');
  const areAllowed = addresses.every((address) => isAllowedAddress(address, port, policy));
  if (!areAllowed) throw new TargetError('forbidden_target');
  return addresses;
}

/**
 * Refuses a URL whose host currently resolves to a forbidden address. A name that cannot be
 * resolved passes: DNS fails at times, and each delivery is checked again.
 * @throws ApiError invalid_url
 */
export async function refuseForbiddenHost(
  url: URL,
  policy: TargetPolicy,
  lookup: Lookup,
): Promise<void> {
  try {
    await resolveTarget(hostOf(url), portOf(url), policy, lookup);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    if (error.attemptError === 'forbidden_target') throw forbiddenUrl();
  }
}

/** @throws ApiError invalid_url if webhooks of this mode may not be sent there */
export async function refuseForbiddenUrl(
  url: string,
  mode: Mode,
  config: TargetSettings,
): Promise<void> {
  const policy = policyOf(mode, config);
  await refuseForbiddenHost(checkUrl(url, policy), policy, lookupOf(policy));
}

/**
 * Parses a URL that was accepted before; undefined if it is not allowed any more, since the policy
 * may have become stricter.
 */
export function allowedUrl(url: string, policy: TargetPolicy): URL | undefined {
  try {
    return checkUrl(url, policy);
  } catch {
    return undefined;
  }
}

const CONNECT_TIMEOUT_MS = 3_000;

type AnySocket = Socket | TLSSocket;

/** Connects only to addresses that were checked, and always verifies the certificate. */
export function guardedConnector(policy: TargetPolicy, lookup: Lookup): buildConnector.connector {
  return (options, callback) => {
    connectGuarded(options, policy, lookup).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error('connect'), null),
    );
  };
}

async function connectGuarded(
  options: buildConnector.Options,
  policy: TargetPolicy,
  lookup: Lookup,
): Promise<AnySocket> {
  const startedAt = performance.now();
  const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
  const port = portOf(url);
  const addresses = await resolveTarget(hostOf(url), port, policy, lookup);
  const connect = buildConnector({
    timeout: Math.max(1, CONNECT_TIMEOUT_MS - (performance.now() - startedAt)),
    allowH2: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
    lookup: pinned(addresses),
  });
  const socket = await new Promise<AnySocket>((resolve, reject) => {
    connect(options, (error, connected) => {
      if (error) reject(error);
      else resolve(connected);
    });
  });
  // What finally matters is the connected address, whatever was resolved before.
  if (!isAllowedAddress(socket.remoteAddress ?? '', port, policy)) {
    socket.destroy();
    throw new TargetError('forbidden_target');
  }
  endFloods(socket);
  return socket;
}

/** Twice what is read of a response body. */
const MAX_RECEIVED = 128 * 1024;

/**
 * Closes a connection that receives more than that after a request. Interim 1xx responses, empty
 * lines and chunk extensions are not part of a body, so a receiver could send them without end.
 */
function endFloods(socket: AnySocket): void {
  let written = 0;
  let read = 0;
  socket.on('readable', () => {
    if (socket.bytesWritten > written) [written, read] = [socket.bytesWritten, socket.bytesRead];
    const isFlood = socket.bytesRead - read > MAX_RECEIVED;
    if (isFlood) socket.destroy(new errors.ResponseExceededMaxSizeError());
  });
}

/** A lookup that returns only the checked addresses, which prevents DNS rebinding. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answer = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = answer;
    if (all === true) callback(null, answer);
    else callback(null, first?.address ?? '', first?.family);
  };
}
