import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { EnvironmentId } from './ids.ts';
import { connect } from './platform/db.ts';
import { armFailpoints } from './platform/failpoint.ts';
import { faultOf, openLog } from './platform/log.ts';
import { openVault } from './platform/vault.ts';
import { raiseAlert } from './provider/alert.ts';
import { openEulen } from './provider/eulen/eulen.ts';
import type { PixProvider } from './provider/port.ts';
import { openSandboxControl, type SandboxControl } from './sandbox/control.ts';
import { partnerToken, SANDBOX_SPLIT_ADDRESS } from './sandbox/partner.ts';
import { rehearse } from './sandbox/rehearse.ts';
import { NETWORKS } from './wallets/register-wallet.ts';

export interface OpenedApp extends App {
  readonly sandbox: SandboxControl | undefined;
}

/** Opens the outside world for one process. Nothing is asked of it before the first use. */
export function openApp(config: Config, name: string): OpenedApp {
  const { databaseUrl, encryptionKeys } = config;
  if (databaseUrl === undefined || encryptionKeys === undefined) {
    throw new Error('DATABASE_URL and PONTE_ENCRYPTION_KEYS must be set; npm start sets both');
  }
  armFailpoints(config.failpointsDir);
  const log = openLog(name);
  const db = connect({
    url: databaseUrl,
    connections: 16,
    pooled: config.databasePooled,
    onError: (error) => log.warn(faultOf(error)),
  });
  const sandbox = config.sandbox && openSandboxControl(config.sandbox);
  const app: OpenedApp = {
    config,
    db,
    vault: openVault(encryptionKeys),
    log,
    sandbox,
    providerOf: ({ environmentId, mode }) => (mode === 'live' ? live : rehearsal?.(environmentId)),
  };
  const live = openLive(app);
  const rehearsal = openRehearsal(app);
  return app;
}

function openLive(app: OpenedApp): PixProvider | undefined {
  const settings = app.config.live;
  return (
    settings &&
    openEulen({
      baseUrl: settings.baseUrl,
      token: () => settings.token,
      log: app.log,
      splitAddress: settings.splitAddress,
      networks: NETWORKS.live,
      onNonsense: (path, body) => reportNonsense(app, null, path, body),
    })
  );
}

/** Each test environment is a partner of its own at the sandbox, behind the same adapter. */
function openRehearsal(app: OpenedApp): ((id: EnvironmentId) => PixProvider) | undefined {
  const { sandbox: control } = app;
  const settings = app.config.sandbox;
  if (!settings || !control) return undefined;
  const opened = new Map<EnvironmentId, PixProvider>();
  return (environmentId) => {
    const known = opened.get(environmentId);
    if (known) return known;
    const token = partnerToken(environmentId);
    const adapter = openEulen({
      baseUrl: `${settings.url}/api`,
      token: () => token,
      log: app.log,
      splitAddress: SANDBOX_SPLIT_ADDRESS,
      networks: NETWORKS.test,
      onNonsense: (path, body) => reportNonsense(app, environmentId, path, body),
    });
    const provider = rehearse(adapter, control, settings, environmentId);
    opened.set(environmentId, provider);
    return provider;
  };
}

async function reportNonsense(
  app: App,
  environmentId: EnvironmentId | null,
  path: string,
  body: unknown,
): Promise<void> {
  const subject = `${environmentId ?? 'live'} ${path}`;
  const detail = JSON.stringify(body ?? null).slice(0, 4_000);
  await raiseAlert(app.db, app, { environmentId, kind: 'nonsense_answer', subject, detail });
}
