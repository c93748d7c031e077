import type { LiquidNetwork } from './liquid/address.ts';
import { type MailSettings, readMailSettings } from './mails/read-mail-settings.ts';
import { type Cents, cents } from './money.ts';
import { isLoopback, isNetwork, type Listener, localUrl } from './network.ts';
import {
  type Env,
  readEncryptionKeys,
  readPostgresUrl,
  readSetting,
} from './platform/read-setting.ts';
import { choice, flag, headerValue, integer, line, ports, url } from './platform/setting-values.ts';
import type { Budgets } from './provider/budget.ts';
import { readBudgets } from './provider/read-budgets.ts';
import { readSandboxOptions, type SandboxOptions } from './sandbox/read-options.ts';

/** The environment, read and checked once. Nothing else reads `process.env`. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** Whether only this machine can reach it, as while somebody tries it out. */
  readonly isOnOwnDesk: boolean;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, networks, or `loopback`. */
  readonly trustedProxies: readonly string[];
  /** The payee that bank apps show, once the operator has seen it; else the Pix code's is shown. */
  readonly payeeName: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Bypasses the pooler, to migrate and to listen; without a pooler `databaseUrl` is used. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether a pooler in transaction mode stands between us and the database. */
  readonly databasePooled: boolean;
  /** A copy that follows the database, for lists that may be a moment old. */
  readonly databaseReplicaUrl: string | undefined;
  /** Whether simultaneous requests may share a statement (`platform/batch.ts`). */
  readonly databaseBatching: boolean;
  /** `id:base64[,…]`; undefined until the launcher has created or read the data directory's own. */
  readonly encryptionKeys: string | undefined;
  readonly confirmOn: 'accepted' | 'depix_sent';
  readonly taxIds: { readonly checkDigits: boolean; readonly alphanumericCnpj: boolean };
  /** Per environment: one answer has the balances of all, and each is looked at on the chain. */
  readonly maxWallets: number;
  readonly idempotencyDays: number;
  /**
   * How long events, deliveries, the provider's notices, failed calls to it and resolved alerts of
   * test mode are kept.
   */
  readonly retentionDays: number;
  /** Where calls by API keys are counted: per process, or in the database for all of them. */
  readonly rateLimits: 'memory' | 'database';
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly mail: MailSettings | undefined;
  /** Whether mails are shown at /dev/mailbox: no mail server, and only reachable locally. */
  readonly hasMailbox: boolean;
  readonly chain: ChainSettings;
  readonly depixAssetId: { readonly live: string; readonly test: string };
  readonly providerDepositFeeCents: Cents;
  readonly live: LiveProviderSettings | undefined;
  /** The external or built-in sandbox; undefined leaves test mode without a provider. */
  readonly sandbox: SandboxSettings | undefined;
  readonly webhooks: {
    /** Undefined: private targets only for test endpoints of a loopback installation. */
    readonly allowPrivate: boolean | undefined;
    readonly reservedPorts: readonly number[];
  };
  /** What the provider allows per connection; undefined: its calls are not limited. */
  readonly providerBudgets: Budgets | undefined;
  readonly sandboxOptions: SandboxOptions;
  /** An external sandbox; without it, the launcher starts one. */
  readonly sandboxUrl: string | undefined;
  /** Where a worker serves its metrics, and an API on the same machine fetches them. */
  readonly workerMetrics: Listener | undefined;
  /** Whether OpenTelemetry's own variables ask for traces; its library reads the rest of them. */
  readonly traces: boolean;
  readonly parentPipe: boolean;
  readonly failpointsDir: string | undefined;
  /** What child processes inherit. */
  readonly env: Env;
}

const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;

export interface ChainSettings {
  /** The Esplora server per network, without a trailing slash; undefined: none is used. */
  readonly esplora: Readonly<Record<LiquidNetwork, string | undefined>>;
  /** The one that is the sandbox's own. */
  readonly sandbox: string | undefined;
  /** How many confirmations make a transaction confirmed. */
  readonly confirmations: number;
  /** Calls per minute to each server, except the sandbox's. */
  readonly callsPerMinute: number;
}

export interface LiveProviderSettings {
  readonly token: string;
  readonly baseUrl: string;
  readonly webhookSecret: string | undefined;
  readonly splitAddress: string | undefined;
}

export interface SandboxSettings {
  readonly url: string;
  readonly secret: string;
  readonly webhookSecret: string;
  /** Where the sandbox reaches this installation. */
  readonly callbackUrl: string;
  /** Where people find its receipts of payouts: the sandbox itself may be out of their reach. */
  readonly receiptsUrl: string;
}

const DEPIX_MAINNET = '02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189';
/** There is no public test DePix; this represents it in test mode, on the sandbox's own chain. */
const DEPIX_TEST = '0d5e7e57'.repeat(8);

/** @throws Error with an explanation that names the variable and what it accepts */
export function readConfig(env: Env = process.env): Config {
  const host = readSetting(env, 'PONTE_HOST')?.toLowerCase() ?? '127.0.0.1';
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const own = ownUrl(env, 'PONTE_BASE_URL');
  const nearUrl = localUrl({ host, port });
  const baseUrl = own ?? nearUrl;
  const isOnOwnDesk = isLoopback(own === undefined ? host : new URL(own).hostname);
  return Object.freeze({
    host,
    port,
    baseUrl,
    isOnOwnDesk,
    trustedProxies: proxies(env, 'PONTE_TRUSTED_PROXIES'),
    payeeName: line(env, 'PONTE_PAYEE_NAME', 60),
    dataDir: readSetting(env, 'PONTE_DATA_DIR') ?? './data',
    databaseUrl: readPostgresUrl(env, 'DATABASE_URL'),
    databaseDirectUrl: directUrl(env),
    databasePooled: flag(env, 'PONTE_DATABASE_POOLED') ?? false,
    databaseReplicaUrl: readPostgresUrl(env, 'PONTE_DATABASE_REPLICA_URL'),
    databaseBatching: flag(env, 'PONTE_DATABASE_GATHER') ?? true,
    encryptionKeys: readEncryptionKeys(env, 'PONTE_ENCRYPTION_KEYS'),
    confirmOn: choice(env, 'PONTE_CONFIRM_ON', ['accepted', 'depix_sent']) ?? 'accepted',
    taxIds: {
      checkDigits: flag(env, 'PONTE_TAX_ID_CHECK_DIGITS') ?? false,
      alphanumericCnpj: flag(env, 'PONTE_ALPHANUMERIC_CNPJ') ?? false,
    },
    maxWallets: integer(env, 'PONTE_MAX_WALLETS', 1_000, 1, 100_000),
    idempotencyDays: integer(env, 'PONTE_IDEMPOTENCY_DAYS', 30, 1, 3_650),
    // A MED may come after 90 days, and must still find its deposit.
    retentionDays: integer(env, 'PONTE_RETENTION_DAYS', 180, 120, 3_650),
    rateLimits: choice(env, 'PONTE_RATE_LIMITS', ['memory', 'database']) ?? 'memory',
    logLevel: choice(env, 'PONTE_LOG_LEVEL', LOG_LEVELS) ?? 'info',
    mail: readMailSettings(env),
    hasMailbox: readMailSettings(env) === undefined && isOnOwnDesk,
    chain: chain(env),
    depixAssetId: {
      live: assetId(env, 'PONTE_DEPIX_ASSET_ID') ?? DEPIX_MAINNET,
      test: assetId(env, 'PONTE_DEPIX_TEST_ASSET_ID') ?? DEPIX_TEST,
    },
    providerDepositFeeCents: cents(integer(env, 'PONTE_PROVIDER_DEPOSIT_FEE_CENTS', 99, 0, 199)),
    live: liveProvider(env),
    sandbox: sandbox(env, nearUrl, baseUrl),
    webhooks: {
      allowPrivate: flag(env, 'PONTE_WEBHOOK_ALLOW_PRIVATE'),
      reservedPorts: [
        port,
        ...ports(env, 'PONTE_RESERVED_PORTS'),
        ...ports(env, 'PONTE_WORKER_METRICS_PORT'),
      ],
    },
    providerBudgets: readBudgets(env, 'PONTE_PROVIDER_BUDGETS'),
    sandboxOptions: readSandboxOptions(env),
    sandboxUrl: url(env, 'PONTE_SANDBOX_URL'),
    workerMetrics: workerMetrics(env, host),
    traces: tracesWanted(env),
    parentPipe: flag(env, 'PONTE_PARENT_PIPE') ?? false,
    failpointsDir: readSetting(env, 'PONTE_FAILPOINTS_DIR'),
    env,
  });
}

const PUBLIC_ESPLORA = 'https://blockstream.info/liquid/api';

/**
 * PONTE_ESPLORA_URL is for the network in use: the main network if there is a live provider,
 * otherwise those of test mode. Without a server of its own, test mode uses the sandbox's chain.
 */
function chain(env: Env): ChainSettings {
  const isLive = readSetting(env, 'PONTE_EULEN_TOKEN') !== undefined;
  const sandboxUrl = url(env, 'PONTE_SANDBOX_URL');
  const sandboxes = sandboxUrl && `${sandboxUrl}/esplora`;
  const one = url(env, 'PONTE_ESPLORA_URL', ['none']);
  const test = url(env, 'PONTE_ESPLORA_TEST_URL', ['none']) ?? (isLive ? undefined : one);
  const live = isLive ? (one ?? PUBLIC_ESPLORA) : undefined;
  const place = (value: string | undefined): string | undefined =>
    value === 'none' ? undefined : value;
  return {
    esplora: {
      liquid: place(live),
      testnet: place(test ?? sandboxes),
      regtest: place(test ?? sandboxes),
    },
    sandbox: sandboxes,
    confirmations: integer(env, 'PONTE_CONFIRMATIONS', 2, 1, 1_000),
    callsPerMinute: integer(env, 'PONTE_ESPLORA_CALLS_PER_MINUTE', 120, 1, 1_000_000),
  };
}

/** With a wrong id, it would look as if no payment ever arrived. */
function assetId(env: Env, name: string): string | undefined {
  const value = readSetting(env, name);
  if (value === undefined || /^[0-9a-f]{64}$/.test(value)) return value;
  throw new Error(`${name} must be an asset's id: 64 digits from 0 to 9 and a to f`);
}

function liveProvider(env: Env): LiveProviderSettings | undefined {
  const token = headerValue(env, 'PONTE_EULEN_TOKEN');
  if (token === undefined) return undefined;
  const webhookSecret = headerValue(env, 'PONTE_EULEN_WEBHOOK_SECRET');
  // The secret is how we tell whether a notice is about real money.
  if (webhookSecret && webhookSecret === headerValue(env, 'PONTE_SANDBOX_WEBHOOK_SECRET')) {
    throw new Error('PONTE_SANDBOX_WEBHOOK_SECRET must be another than PONTE_EULEN_WEBHOOK_SECRET');
  }
  return {
    token,
    baseUrl: url(env, 'PONTE_EULEN_BASE_URL') ?? 'https://depix.eulen.app/api',
    webhookSecret,
    splitAddress: readSetting(env, 'PONTE_SPLIT_ADDRESS'),
  };
}

function sandbox(env: Env, nearUrl: string, baseUrl: string): SandboxSettings | undefined {
  const sandboxUrl = url(env, 'PONTE_SANDBOX_URL');
  const secret = headerValue(env, 'PONTE_SANDBOX_SECRET');
  const webhookSecret = headerValue(env, 'PONTE_SANDBOX_WEBHOOK_SECRET');
  if (sandboxUrl === undefined || secret === undefined || webhookSecret === undefined)
    return undefined;
  // A sandbox on this machine calls back directly, not through a proxy that may not exist.
  const callback = isLoopback(new URL(sandboxUrl).hostname) ? nearUrl : baseUrl;
  return {
    url: sandboxUrl,
    secret,
    webhookSecret,
    callbackUrl: `${url(env, 'PONTE_SANDBOX_CALLBACK_URL') ?? callback}/provider/webhooks`,
    receiptsUrl: `${baseUrl}/sandbox/receipts`,
  };
}

/** The embedded database has no pooler, so an address that bypasses one is a mistake. */
function directUrl(env: Env): string | undefined {
  const direct = readPostgresUrl(env, 'PONTE_DATABASE_DIRECT_URL');
  if (direct === undefined || readSetting(env, 'DATABASE_URL') !== undefined) return direct;
  throw new Error('PONTE_DATABASE_DIRECT_URL goes with a DATABASE_URL, which is not set');
}

/**
 * The pages link to each other from the root, so there may be no path. Normalised as browsers do,
 * since it is compared with the `Origin` that they send.
 */
function ownUrl(env: Env, name: string): string | undefined {
  const value = url(env, name);
  if (value === undefined) return undefined;
  if (/^https?:\/\/[^/\\?#@]+$/i.test(value)) return new URL(value).origin;
  throw new Error(`${name} must be an address without a path or a password`);
}

/** `loopback`, an address, or a network such as `10.0.0.0/8`, but not the whole internet. */
function proxies(env: Env, name: string): string[] {
  const parts = (readSetting(env, name) ?? '').split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    if (part === 'loopback' || isNetwork(part)) return part;
    throw new Error(
      `${name} must be addresses, networks such as 10.0.0.0/8, or loopback, separated by commas`,
    );
  });
}

function workerMetrics(env: Env, host: string): Config['workerMetrics'] {
  const port = integer(env, 'PONTE_WORKER_METRICS_PORT', 0, 0, 65_535);
  return port === 0
    ? undefined
    : { host: readSetting(env, 'PONTE_WORKER_METRICS_HOST')?.toLowerCase() ?? host, port };
}

function tracesWanted(env: Env): boolean {
  const places = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  return (
    places.some((name) => readSetting(env, name) !== undefined) &&
    readSetting(env, 'OTEL_SDK_DISABLED')?.toLowerCase() !== 'true' &&
    readSetting(env, 'OTEL_TRACES_EXPORTER')?.toLowerCase() !== 'none'
  );
}
