import type { Listener } from '../network.ts';
import { type Env, readSetting, withSettings } from '../platform/read-setting.ts';
import { flag } from '../platform/setting-values.ts';
import { readSandboxOptions } from '../sandbox/read-options.ts';
import { type DataSecrets, usableKeys } from './data-secrets.ts';
import type { LaunchSettings } from './launch-settings.ts';

/** Where the parts of one launcher are reached. */
export interface Places {
  readonly listener: Listener;
  readonly databaseUrl: string;
  /** Undefined if this launcher has no sandbox and was given none. */
  readonly sandboxUrl: string | undefined;
  /** Where this launcher's worker serves its metrics. */
  readonly workerMetricsPort?: number | undefined;
}

/**
 * The environment of a role: the launcher's own, the places, and the secrets that the operator did
 * not set.
 */
export function roleEnvironment(
  { env, dataDir }: Pick<LaunchSettings, 'env' | 'dataDir'>,
  secrets: DataSecrets,
  { listener, databaseUrl, sandboxUrl, workerMetricsPort }: Places,
): Env {
  const ownPort = readSetting(env, 'PONTE_WORKER_METRICS_PORT');
  return withSettings(env, {
    ...chosenSecrets(env, secrets),
    DATABASE_URL: databaseUrl,
    PONTE_DATA_DIR: dataDir,
    PONTE_HOST: listener.host,
    PORT: String(listener.port),
    PONTE_SANDBOX_URL: sandboxUrl,
    ...(ownPort === undefined &&
      workerMetricsPort !== undefined && {
        PONTE_WORKER_METRICS_HOST: '127.0.0.1',
        PONTE_WORKER_METRICS_PORT: String(workerMetricsPort),
      }),
    PONTE_RESERVED_PORTS: reservedPorts([databaseUrl, sandboxUrl]),
  });
}

const SECRETS = [
  'PONTE_ENCRYPTION_KEYS',
  'PONTE_EULEN_TOKEN',
  'PONTE_EULEN_WEBHOOK_SECRET',
  'PONTE_SMTP_URL',
];
const NOT_FOR_SANDBOX = SECRETS.flatMap((name) => [name, `${name}_FILE`]);

/** The environment of the sandbox. It is another program, and gets none of the server's secrets. */
export function sandboxEnvironment(
  env: Env,
  secrets: DataSecrets,
  databaseUrl: string,
  { host, port }: Listener,
): Env {
  return {
    ...env,
    ...sandboxSettings(env),
    ...chosenSecrets(env, secrets),
    ...Object.fromEntries(NOT_FOR_SANDBOX.map((name) => [name, undefined])),
    DATABASE_URL: databaseUrl,
    PONTE_SANDBOX_HOST: host,
    PONTE_SANDBOX_PORT: String(port),
  };
}

/** Normalized: the sandbox reads no files, and accepts only one spelling of each value. */
function sandboxSettings(env: Env): Env {
  const { strict, generation, baseUrl } = readSandboxOptions(env);
  return {
    PONTE_DATABASE_DIRECT_URL: readSetting(env, 'PONTE_DATABASE_DIRECT_URL'),
    PONTE_DATABASE_POOLED: flag(env, 'PONTE_DATABASE_POOLED')?.toString(),
    PONTE_SANDBOX_STRICT: String(strict),
    PONTE_SANDBOX_GENERATION: generation,
    PONTE_SANDBOX_BASE_URL: baseUrl,
    PONTE_DEPIX_TEST_ASSET_ID: readSetting(env, 'PONTE_DEPIX_TEST_ASSET_ID'),
    PONTE_PROVIDER_DEPOSIT_FEE_CENTS: readSetting(env, 'PONTE_PROVIDER_DEPOSIT_FEE_CENTS'),
  };
}

function chosenSecrets(env: Env, secrets: DataSecrets): Env {
  return {
    PONTE_SANDBOX_SECRET: readSetting(env, 'PONTE_SANDBOX_SECRET') ?? secrets.sandboxSecret,
    PONTE_SANDBOX_WEBHOOK_SECRET:
      readSetting(env, 'PONTE_SANDBOX_WEBHOOK_SECRET') ?? secrets.sandboxWebhookSecret,
    PONTE_ENCRYPTION_KEYS: readSetting(env, 'PONTE_ENCRYPTION_KEYS') ?? usableKeys(secrets),
  };
}

const USUAL_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

function reservedPorts(urls: (string | undefined)[]): string {
  return urls
    .flatMap((url) => (url && URL.canParse(url) ? [new URL(url)] : []))
    .map((url) => url.port || (USUAL_PORTS[url.protocol] ?? '5432'))
    .join(',');
}
