import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface ListenSettings {
  /** The database itself: a pooler in transaction mode forwards no notifications. */
  readonly url: string;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Called whenever listening begins: earlier notifications were missed. */
  readonly onListening: () => void;
  readonly onFault: (error: unknown) => void;
  readonly heartbeatMs?: number | undefined;
}

/** Where to listen; undefined if there is only a pooler in transaction mode. */
export function listeningUrl(config: {
  readonly databasePooled: boolean;
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
}): string | undefined {
  const { databasePooled, databaseUrl, databaseDirectUrl } = config;
  return databasePooled ? databaseDirectUrl : (databaseDirectUrl ?? databaseUrl);
}

/** A connection that only receives notifications. */
export interface Listening {
  /** False if notifications are being missed; true if, as far as is known, none is. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** A connection that died silently is noticed after at most two of these. */
const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 2_000;
const CLOSING_MS = 500;
const RETRY_MS = { first: 100, most: 5_000 };

/** Listens until it is closed, and reconnects whenever the connection is lost. */
export function listen(settings: ListenSettings): Listening {
  const stopping = new AbortController();
  let listening = false;
  let failures = 0;
  const report = (now: boolean): void => {
    listening = now;
    if (!now) return;
    failures = 0;
    settings.onListening();
  };
  const keepListening = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await listenOnce(settings, stopping.signal, report).catch(settings.onFault);
      await pause(retryMs(failures), stopping.signal);
      failures += 1;
    }
  };
  const ended = keepListening();
  return {
    isListening: () => listening,
    close: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** @throws if the connection fails or is lost */
async function listenOnce(
  { url, channel, onNotification, heartbeatMs = HEARTBEAT_MS }: ListenSettings,
  stopping: AbortSignal,
  report: (listening: boolean) => void,
): Promise<void> {
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort());
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    report(true);
    const over = AbortSignal.any([stopping, lost.signal]);
    while (!over.aborted) {
      await pause(heartbeatMs, over);
      if (!over.aborted) await client.query('select 1');
    }
    if (!stopping.aborted) throw lost.signal.reason;
  } finally {
    report(false);
    await end(client);
  }
}

/** Does not wait for a connection that no longer answers. */
async function end(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), CLOSING_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

/** Jitter: all nodes lose the database at once, and must not all return at once. */
function retryMs(failures: number): number {
  const longest = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most);
  return longest * (0.5 + Math.random() / 2);
}

async function pause(ms: number, until: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: until }).catch(() => undefined);
}
