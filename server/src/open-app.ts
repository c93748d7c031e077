import type { App } from './app.ts';
import { openChains } from './chain/open-chains.ts';
import type { Config } from './config.ts';
import type { EnvironmentId } from './ids.ts';
import { COMMAND_CONNECTION_MS, connect, type Db } from './platform/db.ts';
import { armFailpoints } from './platform/failpoint.ts';
import { VISITOR } from './platform/find-serving.ts';
import { faultOf, openLog } from './platform/log.ts';
import { memoize } from './platform/memoize.ts';
import { readDatabaseClock } from './platform/read-database-clock.ts';
import { REPLICA, withReplica } from './platform/replica.ts';
import { openVault } from './platform/vault.ts';
import { raiseAlert, wasRaised } from './operator-alerts/store.ts';
import type { CallGate } from './provider/budget.ts';
import type { Asker } from './provider/budget-store.ts';
import { enforceBudget } from './provider/enforce-budget.ts';
import { type EulenSettings, openEulen } from './provider/eulen/eulen.ts';
import type { CallPurpose, PixProvider } from './provider/port.ts';
import { openSandboxControl, type SandboxControl } from './sandbox/control.ts';
import { partnerToken, SANDBOX_SPLIT_ADDRESS } from './sandbox/partner.ts';
import { rehearse } from './sandbox/rehearse.ts';
import { NETWORKS } from './wallets/register-wallet.ts';

export interface OpenedApp extends App {
  readonly sandbox: SandboxControl | undefined;
  /**
   * Connections for public routes, so that a burst of strangers cannot keep clients waiting; none
   * is made before the first use.
   */
  openPublicDb(): Db;
}

/** Names the log; `api` and `command` also have time limits of their own. */
type ProcessName = 'api' | 'worker' | 'command' | 'openapi' | 'bench';

const PUBLIC_CONNECTIONS = 8;

/** Opens the outside world for one process. Nothing is contacted before the first use. */
export function openApp(config: Config, name: ProcessName): OpenedApp {
  const { databaseUrl, encryptionKeys } = config;
  if (databaseUrl === undefined || encryptionKeys === undefined) {
    throw new Error('DATABASE_URL and PONTE_ENCRYPTION_KEYS must be set; npm start sets both');
  }
  armFailpoints(config.failpointsDir);
  const log = openLog(name, config.logLevel);
  // A client does not wait as long as a job may.
  const answerMs = name === 'api' ? 5_000 : undefined;
  const connectionMs = name === 'command' ? COMMAND_CONNECTION_MS : undefined;
  const onError = (error: unknown): void => log.warn(faultOf(error));
  const open = (connections: number, url = databaseUrl): Db =>
    connect({
      url,
      connections,
      name: name === 'command' ? VISITOR : undefined,
      pooled: config.databasePooled,
      isBatching: config.databaseBatching,
      answerMs,
      connectionMs,
      onError,
    });
  const replicaUrl = name === 'api' ? config.databaseReplicaUrl : undefined;
  const db =
    replicaUrl === undefined
      ? open(16)
      : withReplica(open(16), open(16, replicaUrl), { ...REPLICA, onError });
  const sandbox = config.sandbox && openSandboxControl(config.sandbox, log);
  const app: OpenedApp = {
    config,
    db,
    vault: openVault(encryptionKeys),
    log,
    sandbox,
    openPublicDb: () => open(PUBLIC_CONNECTIONS),
    providerOf: (tenant, purpose = 'request') =>
      tenant.mode === 'live'
        ? live?.({ connection: 'live', environmentId: tenant.environmentId, purpose })
        : rehearsal?.(tenant.environmentId, purpose),
    chainOf: openChains(config.chain, () => readDatabaseClock(db)),
  };
  const live = openLiveProvider(app);
  const rehearsal = openRehearsal(app);
  return app;
}

/** The real provider is one connection, whose budgets all accounts share. */
function openLiveProvider(app: OpenedApp): ((asker: Asker) => PixProvider) | undefined {
  const settings = app.config.live;
  if (!settings) return undefined;
  const budgets = app.config.providerBudgets;
  return (asker) =>
    openEulen({
      baseUrl: settings.baseUrl,
      token: () => settings.token,
      log: app.log,
      gate: budgets && enforceBudget(app.db, budgets, asker),
      splitAddress: settings.splitAddress,
      networks: NETWORKS.live,
      ...openReports(app, null),
    });
}

/** The sandbox knows every test environment as a separate partner, behind the same adapter. */
function openRehearsal(
  app: OpenedApp,
): ((id: EnvironmentId, purpose: CallPurpose) => PixProvider) | undefined {
  const { sandbox: control } = app;
  const settings = app.config.sandbox;
  if (!settings || !control) return undefined;
  const { providerBudgets, sandboxOptions } = app.config;
  const budgets = sandboxOptions.strict ? providerBudgets : undefined;
  const openPartner = (environmentId: EnvironmentId): ((purpose: CallPurpose) => PixProvider) => {
    const rehearsed = rehearse(control, environmentId);
    const open = (gate?: CallGate): PixProvider =>
      rehearsed(
        openEulen({
          baseUrl: `${settings.url}/api`,
          // Made again for each call, since it expires after a year.
          token: () => partnerToken(environmentId),
          log: app.log,
          gate,
          splitAddress: SANDBOX_SPLIT_ADDRESS,
          networks: NETWORKS.test,
          ...openReports(app, environmentId),
        }),
      );
    if (budgets) {
      const asker = { connection: environmentId, environmentId };
      return (purpose) => open(enforceBudget(app.db, budgets, { ...asker, purpose }));
    }
    const uncounted = open();
    return () => uncounted;
  };
  const partnerOf = memoize(openPartner);
  return (environmentId, purpose) => partnerOf(environmentId)(purpose);
}

/** How operators hear of answers that make no sense, or that have a field which does not. */
function openReports(
  app: App,
  environmentId: EnvironmentId | null,
): Pick<EulenSettings, 'onNonsense' | 'onUnread'> {
  const alertOf = (about: string) =>
    ({ kind: 'nonsense_answer', subject: `${environmentId ?? 'live'} ${about}` }) as const;
  const raise = (about: string, body: unknown): Promise<void> => {
    const detail = JSON.stringify(body ?? null).slice(0, 4_000);
    return raiseAlert(app.db, app, { environmentId, ...alertOf(about), detail });
  };
  return {
    onNonsense: raise,
    // Only once: all answers may be like that, and the rest of each is still believed.
    onUnread: async (path, field, body) => {
      const about = `${path} ${field}`;
      if (!(await wasRaised(app.db, alertOf(about)))) await raise(about, body);
    },
  };
}
