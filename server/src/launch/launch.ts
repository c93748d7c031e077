import { type Listener, localUrl } from '../network.ts';
import type { Env } from '../platform/read-setting.ts';
import { STOPPING_MS } from '../platform/stop.ts';
import { buildDashboard } from './build-dashboard.ts';
import { roleEnvironment, sandboxEnvironment } from './child-environment.ts';
import { readDataSecrets } from './data-secrets.ts';
import { openDatabase } from './database.ts';
import { ENTRIES } from './entries.ts';
import { findFreePort } from './free-port.ts';
import { holdDataDirectory } from './hold-data-directory.ts';
import { report } from './keep-running.ts';
import type { LaunchSettings, ReadyAddresses } from './launch-settings.ts';
import { findListeningPort } from './listening-port.ts';
import { migrateWithRetries } from './migrate-with-retries.ts';
import { type Part, startApi, startSandbox, startWorker } from './parts.ts';
import { noteRunning } from './running.ts';
import { listenForStopSignals, type StopSignals } from './stop-signals.ts';
import { warnOfServing } from './warn-of-serving.ts';

/**
 * Together under thirty seconds, the limit for a stop. A role gets three seconds more than its
 * longest work takes, to close what it has open.
 */
export const STOP_TIMEOUT_MS = { roles: STOPPING_MS + 3_000, sandbox: 700, database: 700 };

/**
 * Starts the database, the sandbox and the roles as child processes, keeps them running, and stops
 * them in reverse order on a signal. Returns the exit code; what went wrong has been printed on
 * standard error.
 */
export async function launch(settings: LaunchSettings): Promise<number> {
  const signals = listenForStopSignals();
  try {
    requireNode24();
    await run(settings, signals);
    return 0;
  } catch (error) {
    if (signals.stop.aborted) return 0;
    report(error instanceof Error ? error.message : 'The start failed.');
    return 1;
  } finally {
    signals.stopListening();
  }
}

function requireNode24(): void {
  if (Number.parseInt(process.versions.node, 10) >= 24) return;
  throw new Error(
    `Ponte needs Node 24, this is ${process.version}. Use npm start, which brings its own, or node_modules/.bin/node.`,
  );
}

async function run(settings: LaunchSettings, signals: StopSignals): Promise<void> {
  const { stop, hurry } = signals;
  const entries = { ...ENTRIES, ...settings.entries };
  // Whatever was started is stopped on the way out, the last first, even if a later step fails.
  await using running = new AsyncDisposableStack();

  const hold = await holdDataDirectory(settings, stop);
  running.defer(() => hold.release());
  const listener = await findListener(settings, stop);
  const secrets = await readDataSecrets(settings.dataDir);

  const database = await openDatabase(settings, secrets.databasePassword, stop);
  running.defer(() => database.stop(hurry.aborted ? 0 : STOP_TIMEOUT_MS.database));
  // The sandbox makes its own schema, and may be all there is.
  if (settings.role !== 'sandbox') {
    const url = settings.databaseDirectUrl ?? database.url;
    const warn = warnOfServing(settings, url, report);
    await migrateWithRetries(url, entries.migrations, { signal: stop, warn });
  }
  stop.throwIfAborted();

  const sandboxListener = await findSandboxListener(settings, listener);
  const sandboxUrl = sandboxListener ? localUrl(sandboxListener) : settings.sandboxUrl;
  const parts: Part[] = [];
  if (sandboxListener) {
    const env = sandboxEnvironment(settings.env, secrets, database.url, sandboxListener);
    const sandbox = startSandbox(entries.simulator, env, localUrl(sandboxListener));
    running.defer(() => sandbox.stop(STOP_TIMEOUT_MS.sandbox, hurry));
    parts.push(sandbox);
  }
  // An API serves the metrics of a worker of the same launcher together with its own.
  const workerMetricsPort = settings.role === 'all' ? await findFreePort() : undefined;
  const places = { listener, databaseUrl: database.url, sandboxUrl, workerMetricsPort };
  const env = roleEnvironment(settings, secrets, places);
  const url = localUrl(listener);
  const roles = startRoles(settings.role, entries, env, url);
  running.defer(async () => {
    await Promise.all(roles.map((role) => role.stop(STOP_TIMEOUT_MS.roles, hurry)));
  });

  const vital = roles.length > 0 ? roles : parts;
  await Promise.all([...parts, ...roles].map((part) => settle(part, vital.includes(part), stop)));
  if (settings.role === 'all') {
    const build = buildDashboard(settings.env);
    running.defer(() => build.stop());
    running.defer(await noteRunning(settings.dataDir, { pid: process.pid, url, sandboxUrl }));
  }
  // Not awaited: it may wait for its database, and a stop must not.
  const ownUrl = settings.role === 'worker' ? undefined : url;
  void greet(settings, { url: ownUrl, databaseUrl: database.url, sandboxUrl });
  await signals.received;
}

/** What serves by now goes on serving, even if the database is lost while this reads it. */
async function greet({ onReady }: LaunchSettings, addresses: ReadyAddresses): Promise<void> {
  try {
    await onReady?.(addresses);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown failure';
    report(`Everything runs, but the rest of the welcome could not be read (${reason}).`);
  }
}

/**
 * Waits until a part serves, unless it says that it never will. Next to the roles that can only be
 * a sandbox, without which there is no test mode, but no real money is at stake.
 * @throws Error if it is a vital one, or on a stop
 */
async function settle(part: Part, isVital: boolean, stop: AbortSignal): Promise<void> {
  const over = new AbortController();
  const ready = part.ready(AbortSignal.any([stop, over.signal]));
  const hopeless = isVital ? part.hopeless : part.hopeless.catch(() => undefined);
  await Promise.race([ready, hopeless]).finally(() => over.abort());
}

/** Where the API listens, or the sandbox if it is alone; a worker does not listen. */
async function findListener(settings: LaunchSettings, stop: AbortSignal): Promise<Listener> {
  const { role, host, port } = settings;
  return { host, port: role === 'worker' ? port : await findListeningPort(host, port, stop) };
}

async function findSandboxListener(
  { role, sandboxUrl }: LaunchSettings,
  listener: Listener,
): Promise<Listener | undefined> {
  if (role === 'sandbox') return listener;
  if (role !== 'all' || sandboxUrl) return undefined;
  return { host: '127.0.0.1', port: await findFreePort() };
}

function startRoles(
  role: LaunchSettings['role'],
  entries: typeof ENTRIES,
  env: Env,
  url: string,
): Part[] {
  switch (role) {
    case 'all':
      return [startApi(entries.api, env, url), startWorker(entries.worker, env)];
    case 'api':
      return [startApi(entries.api, env, url)];
    case 'worker':
      return [startWorker(entries.worker, env)];
    case 'sandbox':
      return [];
  }
}
