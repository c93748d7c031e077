import { existsSync } from 'node:fs';
import { realpath, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { clusterIn } from '../launch/cluster.ts';
import { SECRETS_FILE } from '../launch/data-secrets.ts';
import { isUntimely } from '../launch/is-untimely.ts';
import type { Running } from '../launch/running.ts';
import { verifyMailer } from '../mails/open-mailer.ts';
import { isLoopback } from '../network.ts';
import type { Db } from '../platform/db.ts';
import { isObject } from '../platform/json.ts';
import { readDatabaseClock } from '../platform/read-database-clock.ts';
import { isClockSteady } from '../queues/store.ts';
import { findUnknownSettings } from './find-unknown-settings.ts';
import { type Check, fail, ok, warn } from './finding.ts';

/** Checks that need no database. */
export function surroundingChecks(config: Config, running: Running | undefined): Check[] {
  return [
    { check: 'variables', look: async () => lookAtVariables(config) },
    { check: 'server', look: () => lookAtServer(running) },
    { check: 'public address', look: () => lookAtAddress(config) },
    { check: 'proxies', look: async () => lookAtProxies(config) },
    { check: 'mail', look: () => lookAtMail(config) },
    { check: 'secrets', look: () => lookAtSecrets(config) },
    { check: 'disk', look: () => lookAtDisk(config) },
  ];
}

/** A mistyped one leaves its setting at the default, and nothing else tells. */
export function lookAtVariables({ env }: Pick<Config, 'env'>) {
  const unknown = findUnknownSettings(env);
  if (unknown.length === 0) return ok('none is unknown');
  return warn(
    `not known, and so without effect: ${unknown.join(', ')}`,
    'Correct the names, which /docs/en/settings lists, or remove them.',
  );
}

/** Shorter than that of a check, so that the answer says which process hangs. */
const SERVER_TIMEOUT_MS = 4_000;

export async function lookAtServer(running: Running | undefined) {
  if (!running) {
    return ok('nothing started by npm start runs on this data directory');
  }
  const found = `process ${String(running.pid)} at ${running.url}`;
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  const answer = await fetch(`${running.url}/readyz`, { signal }).catch(() => undefined);
  if (!answer) {
    return fail(
      `${found} does not answer`,
      'Read what it prints: its API may be starting again and again, or have no file descriptors left. If it prints nothing, restart it.',
    );
  }
  if (answer.ok) return ok(`${found} is ready`);
  return fail(`${found} answers ${String(answer.status)}`, 'Read what it prints.');
}

async function lookAtAddress({ baseUrl }: Config) {
  if (isLoopback(new URL(baseUrl).hostname)) {
    return warn(
      `${baseUrl} leads to this machine only: neither payers nor the provider's notices reach it`,
      'Set PONTE_BASE_URL to the https address that your proxy serves.',
    );
  }
  const answer = await fetch(`${baseUrl}/healthz`, { redirect: 'manual' }).catch(() => undefined);
  if (!answer) {
    return fail(`${baseUrl} cannot be reached from here`, 'Check DNS, proxy and certificate.');
  }
  const body: unknown = await answer.json().catch(() => undefined);
  const isOurs = isObject(body) && body['status'] === 'ok' && answer.headers.has('x-request-id');
  if (answer.status !== 200 || !isOurs) {
    return fail(
      `${baseUrl}/healthz answers ${String(answer.status)}, and it is not Ponte that answers`,
      'Point the proxy at the address that Ponte listens on.',
    );
  }
  if (!baseUrl.startsWith('https:')) {
    return warn(`${baseUrl} answers unencrypted`, 'Put a proxy with a certificate in front of it.');
  }
  return ok(`${baseUrl} answers`);
}

/** Behind a proxy that is not trusted, all payers would share the limits of one. */
export function lookAtProxies({ baseUrl, host, trustedProxies }: Config) {
  if (trustedProxies.length > 0) return ok(`trusted: ${trustedProxies.join(', ')}`);
  if (isLoopback(new URL(baseUrl).hostname) || !isLoopback(host)) {
    return ok('none is trusted, and none is needed');
  }
  return warn(
    `requests for ${baseUrl} come to ${host} through a proxy, and none is trusted: every payer has the proxy's address, and all share one payer's limits`,
    'Set PONTE_TRUSTED_PROXIES: loopback, if it runs on this machine.',
  );
}

export async function lookAtMail({ mail, hasMailbox, baseUrl, port, trustedProxies }: Config) {
  if (!mail && hasMailbox) {
    // The mailbox is not shown through a proxy.
    const isDirect = trustedProxies.length === 0;
    const address = isDirect ? baseUrl : `http://127.0.0.1:${String(port)}`;
    return warn(
      `not configured: mails can be read at ${address}/dev/mailbox${isDirect ? '' : " on the API's own machine, not through the proxy"}`,
      'Set PONTE_SMTP_URL and PONTE_MAIL_FROM before anybody else needs to get mails.',
    );
  }
  if (!mail) {
    return warn(
      'not configured: nobody can sign up or reset a password, and no notifications are sent',
      'Set PONTE_SMTP_URL and PONTE_MAIL_FROM.',
    );
  }
  const { host } = new URL(mail.smtpUrl);
  try {
    await verifyMailer(mail);
  } catch (error) {
    // After a semicolon, Node addresses those who start it by hand.
    const [reason = ''] = error instanceof Error ? error.message.split('; ') : ['no answer'];
    return fail(`${host}: ${reason}`, adviceOnMail(reason));
  }
  return ok(`${host} answers and takes the sign-in`);
}

function adviceOnMail(reason: string): string {
  if (isUntimely(reason)) {
    return 'Renew the certificate of the mail server, or set the clock of this machine.';
  }
  return /certificate/.test(reason)
    ? 'Name a file with the certificate of its authority in NODE_EXTRA_CA_CERTS, or correct PONTE_SMTP_URL.'
    : 'Correct PONTE_SMTP_URL, or fix the mail server.';
}

/** The bits that let everybody enter a directory, and read a file. */
const ENTERED_BY_ALL = 0o001;
const READ_BY_ALL = 0o004;

/** A file that was restored by hand has whatever mode the copy gave it. */
export async function lookAtSecrets({ dataDir }: Pick<Config, 'dataDir'>) {
  const path = join(dataDir, SECRETS_FILE);
  const modeOf = (of: string): Promise<number> =>
    stat(of).then(
      ({ mode }) => mode,
      () => 0,
    );
  const [directory, file] = await Promise.all([modeOf(dataDir), modeOf(path)]);
  if ((directory & ENTERED_BY_ALL) === 0 || (file & READ_BY_ALL) === 0) {
    return ok('no other user of this machine can read them');
  }
  return warn(
    `everybody on this machine may read ${path}, which has the encryption keys`,
    `Run: chmod 600 ${path}`,
  );
}

const LITTLE_BYTES = 2_000_000_000;
const HARDLY_ANY_BYTES = 200_000_000;

export async function lookAtDisk({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  if (databaseUrl !== undefined) return ok('the database of DATABASE_URL keeps its own');
  // A link may lead to it on another disk.
  const place = await realpath(clusterIn(dataDir)).catch(() => dataDir);
  if (!existsSync(place)) return ok(`there is no ${place} yet`);
  const { bavail, bsize } = await statfs(place);
  const bytes = bavail * bsize;
  const found = `${(bytes / 1_000_000_000).toFixed(1)} GB free in ${place}`;
  const todo = 'Make room: a full disk stops the database.';
  if (bytes < HARDLY_ANY_BYTES) return fail(found, todo);
  return bytes < LITTLE_BYTES ? warn(found, todo) : ok(found);
}

const LATE_MS = 2_000;
const WRONG_MS = 30_000;

/** Where clocks are read that are compared with ours and the database's. */
interface Clocks {
  /** Behind a proxy, the clock may be the proxy's. */
  readonly api: string;
  readonly provider: string | undefined;
}

export function clockCheck(db: Db, clocks: Clocks): Check {
  return { check: 'clock', look: () => lookAtClocks(db, clocks) };
}

const LEAPT = {
  found: 'leapt by more than a day in the last 24 hours, unless no worker ran',
  todo: 'Make sure that the time is right: while it is unsure, nothing is deleted for being old.',
};

async function lookAtClocks(db: Db, clocks: Clocks) {
  const before = Date.now();
  const now = await readDatabaseClock(db);
  const half = (Date.now() - before) / 2;
  const database = now.getTime() - before - half;
  const [api, provider] = await Promise.all([
    offsetOf(`${clocks.api}/healthz`),
    clocks.provider === undefined ? undefined : offsetOf(clocks.provider),
  ]);
  const offsets = [
    `the database's is ${seconds(database)} from ours`,
    ...(api === undefined ? [] : [`that of ${clocks.api} ${seconds(api)}`]),
    ...(provider === undefined ? [] : [`the provider's ${seconds(provider)}`]),
  ].join(', ');
  const known = [0, database, ...[api, provider].filter((offset) => offset !== undefined)];
  // The header has a resolution of whole seconds.
  const worst = Math.max(...known) - Math.min(...known) - (known.length > 2 ? 1_000 : 0);
  const todo =
    "Let every machine keep its time by NTP. Signatures of webhooks, codes of authenticator apps and our expiries go by the database's clock, and ids and certificates by the API's.";
  if (worst > WRONG_MS) return fail(offsets, todo);
  if (!(await isClockSteady(db)))
    return warn(`${offsets}; the database's ${LEAPT.found}`, LEAPT.todo);
  return worst > LATE_MS ? warn(offsets, todo) : ok(offsets);
}

async function offsetOf(url: string): Promise<number | undefined> {
  const before = Date.now();
  const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : date + 500 - (before + Date.now()) / 2;
}

function seconds(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1_000).toFixed(1)} s`;
}
