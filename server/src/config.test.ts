import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { GRANTED } from './provider/budget.ts';

test('an empty environment gets every default', () => {
  const { env, ...config } = readConfig({});
  assert.deepEqual(env, {});
  assert.deepEqual(
    { ...config, depixAssetId: undefined },
    {
      host: '127.0.0.1',
      port: 3_000,
      baseUrl: 'http://127.0.0.1:3000',
      isOnOwnDesk: true,
      trustedProxies: [],
      payeeName: undefined,
      dataDir: './data',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databasePooled: false,
      databaseReplicaUrl: undefined,
      databaseBatching: true,
      encryptionKeys: undefined,
      confirmOn: 'accepted',
      taxIds: { checkDigits: false, alphanumericCnpj: false },
      maxWallets: 1_000,
      idempotencyDays: 30,
      retentionDays: 180,
      rateLimits: 'memory',
      mail: undefined,
      hasMailbox: true,
      logLevel: 'info',
      chain: {
        esplora: { liquid: undefined, testnet: undefined, regtest: undefined },
        sandbox: undefined,
        confirmations: 2,
        callsPerMinute: 120,
      },
      depixAssetId: undefined,
      providerDepositFeeCents: 99,
      live: undefined,
      sandbox: undefined,
      webhooks: { allowPrivate: undefined, reservedPorts: [3_000] },
      providerBudgets: GRANTED,
      sandboxOptions: { strict: false, generation: undefined, baseUrl: undefined },
      sandboxUrl: undefined,
      workerMetrics: undefined,
      traces: false,
      parentPipe: false,
      failpointsDir: undefined,
    },
  );
  assert.ok(Object.isFrozen(readConfig({})));
});

test('the local mailbox is on only for a loopback address and without SMTP', () => {
  for (const base of [
    'http://localhost:3000',
    'http://ponte.localhost',
    'http://127.0.0.1:3000',
    'http://127.8.9.10',
    'http://[::1]:3000',
  ]) {
    assert.equal(readConfig({ PONTE_BASE_URL: base }).hasMailbox, true, base);
  }
  for (const base of [
    'https://pay.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://192.168.0.7:3000',
    'http://0.0.0.0:3000',
    'http://[2001:db8::1]',
  ]) {
    assert.equal(readConfig({ PONTE_BASE_URL: base }).hasMailbox, false, base);
  }
  assert.equal(readConfig({ PONTE_HOST: '0.0.0.0' }).hasMailbox, false);
  assert.equal(readConfig({ PONTE_HOST: 'LOCALHOST' }).hasMailbox, true);
  const mail = { PONTE_SMTP_URL: 'smtp://127.0.0.1', PONTE_MAIL_FROM: 'a@b.example' };
  assert.equal(readConfig(mail).hasMailbox, false);
});

test('traces are exported if an OTLP endpoint is set and tracing is not disabled', () => {
  const place = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  assert.equal(readConfig(place).traces, true);
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' };
  assert.equal(readConfig(own).traces, true);
  assert.equal(readConfig({ ...place, OTEL_SDK_DISABLED: 'true' }).traces, false);
  assert.equal(readConfig({ ...place, OTEL_TRACES_EXPORTER: 'none' }).traces, false);
});

test('an invalid value is refused, and the error names its variable', () => {
  for (const [name, value] of [
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['PONTE_BASE_URL', 'pay.example'],
    ['PONTE_BASE_URL', 'ftp://pay.example'],
    ['PONTE_BASE_URL', 'https://pay.example/pix'],
    ['PONTE_BASE_URL', 'https://pay.example\\pix'],
    ['PONTE_BASE_URL', 'https://pay.example?pix'],
    ['PONTE_BASE_URL', 'https://me:secret@pay.example'],
    ['PONTE_SANDBOX_URL', 'sandbox'],
    ['PONTE_CONFIRM_ON', 'later'],
    ['PONTE_TAX_ID_CHECK_DIGITS', 'yes'],
    ['PONTE_MAX_WALLETS', '0'],
    ['PONTE_IDEMPOTENCY_DAYS', '0'],
    ['PONTE_PROVIDER_DEPOSIT_FEE_CENTS', '200'],
    ['PONTE_WEBHOOK_ALLOW_PRIVATE', 'perhaps'],
    ['PONTE_TRUSTED_PROXIES', 'proxy.example'],
    ['PONTE_TRUSTED_PROXIES', '10.0.0.0/8,all'],
    ['PONTE_TRUSTED_PROXIES', '10.0.0.1/33'],
    ['PONTE_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['PONTE_TRUSTED_PROXIES', '2001:db8::/129'],
    ['PONTE_TRUSTED_PROXIES', '10.0.0.256'],
    ['PONTE_TRUSTED_PROXIES', 'true'],
    ['PONTE_ESPLORA_URL', 'esplora'],
    ['PONTE_ESPLORA_URL', 'ftp://esplora.example'],
    ['PONTE_ESPLORA_TEST_URL', 'off'],
    ['PONTE_CONFIRMATIONS', '0'],
    ['PONTE_CONFIRMATIONS', '1001'],
    ['PONTE_ESPLORA_CALLS_PER_MINUTE', '0'],
    ['PONTE_PAYEE_NAME', 'x'.repeat(61)],
    ['PONTE_PAYEE_NAME', 'two\nlines'],
    ['PONTE_RESERVED_PORTS', '5432,http'],
    ['PONTE_RESERVED_PORTS', '99999'],
    ['PONTE_ENCRYPTION_KEYS', 'x'],
    ['PONTE_DEPIX_ASSET_ID', 'depix'],
    ['PONTE_DEPIX_TEST_ASSET_ID', 'AB'.repeat(32)],
  ] as const) {
    assert.throws(() => readConfig({ [name]: value }), new RegExp(`^Error: ${name} must be`), name);
  }
});

test('mail settings are read, and invalid mail, retention or rate limit settings are refused by name', () => {
  const { mail } = readConfig({
    PONTE_SMTP_URL: 'smtps://user:word@mail.example:465',
    PONTE_MAIL_FROM: 'Ponte <ponte@pay.example>',
  });
  assert.deepEqual(mail, {
    smtpUrl: 'smtps://user:word@mail.example:465',
    from: 'Ponte <ponte@pay.example>',
  });
  for (const [name, value] of [
    ['PONTE_SMTP_URL', 'https://mail.example'],
    ['PONTE_SMTP_URL', 'smtp://'],
    ['PONTE_SMTP_URL', 'smtp:mail.example'],
    ['PONTE_RETENTION_DAYS', '119'],
    ['PONTE_RATE_LIMITS', 'redis'],
  ] as const) {
    assert.throws(() => readConfig({ [name]: value }), new RegExp(name), value);
  }
  for (const from of [
    '',
    'not an address',
    'Ponte ponte@pay.example',
    'a@b.example, c@d.example',
  ]) {
    const env = { PONTE_SMTP_URL: 'smtp://localhost', PONTE_MAIL_FROM: from };
    assert.throws(() => readConfig(env), /PONTE_MAIL_FROM must be/, from);
  }
});

test('trusted proxies and the payee name are read and trimmed', () => {
  const { trustedProxies, payeeName } = readConfig({
    PONTE_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.7, ::1',
    PONTE_PAYEE_NAME: ' Eulen Pagamentos ',
  });
  assert.deepEqual(trustedProxies, ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.7', '::1']);
  assert.equal(payeeName, 'Eulen Pagamentos');
});

test('an empty variable counts as unset', () => {
  const { baseUrl, live } = readConfig({ PORT: ' ', PONTE_BASE_URL: '', PONTE_EULEN_TOKEN: '' });
  assert.deepEqual([baseUrl, live], ['http://127.0.0.1:3000', undefined]);
});

test('the base URL defaults to host and port, and loses trailing slashes', () => {
  const at = (env: Record<string, string>): string => readConfig(env).baseUrl;
  assert.equal(at({ PONTE_HOST: '::1', PORT: '8080' }), 'http://[::1]:8080');
  // A wildcard address can be listened on, but not connected to.
  assert.equal(at({ PONTE_HOST: '0.0.0.0', PORT: '8080' }), 'http://127.0.0.1:8080');
  assert.equal(at({ PONTE_HOST: '::' }), 'http://127.0.0.1:3000');
  assert.equal(at({ PONTE_BASE_URL: 'https://pay.example:8443//' }), 'https://pay.example:8443');
});

test('the base URL is normalized to the origin that browsers send', () => {
  const at = (env: Record<string, string>): string => readConfig(env).baseUrl;
  assert.equal(at({ PONTE_BASE_URL: 'HTTPS://Pay.Example:443' }), 'https://pay.example');
  assert.equal(at({ PONTE_BASE_URL: 'http://[::1]:80' }), 'http://[::1]');
  assert.equal(at({ PONTE_BASE_URL: 'https://páy.example' }), 'https://xn--py-mia.example');
  assert.equal(at({ PORT: '80' }), 'http://127.0.0.1:80');
});

test('the live provider is configured when its token is set', () => {
  const { live } = readConfig({ PONTE_EULEN_TOKEN: 'token', PONTE_SPLIT_ADDRESS: 'ex1' });
  assert.deepEqual(live, {
    token: 'token',
    baseUrl: 'https://depix.eulen.app/api',
    webhookSecret: undefined,
    splitAddress: 'ex1',
  });
});

test('the same webhook secret for both modes is refused', () => {
  const same = { PONTE_EULEN_WEBHOOK_SECRET: 'shared', PONTE_SANDBOX_WEBHOOK_SECRET: 'shared' };
  assert.throws(
    () => readConfig({ PONTE_EULEN_TOKEN: 'token', ...same }),
    /^Error: PONTE_SANDBOX_WEBHOOK_SECRET must be another than/,
  );
});

test('a credential that cannot be sent in a header is refused, and the error does not show it', () => {
  for (const name of ['PONTE_EULEN_TOKEN', 'PONTE_EULEN_WEBHOOK_SECRET', 'PONTE_SANDBOX_SECRET']) {
    for (const value of ['tôkén', 'tok€n', 'to\nken']) {
      const message = `${name} must be ASCII letters, digits, signs and spaces, in one line`;
      assert.throws(() => readConfig({ PONTE_EULEN_TOKEN: 'token', [name]: value }), { message });
    }
  }
});

test('each network uses the public Esplora server, the sandbox, the configured one or none', () => {
  const PUBLIC = 'https://blockstream.info/liquid/api';
  const [ONE, TEST] = ['https://esplora.example/api', 'https://test.example'];
  const sandbox = { PONTE_SANDBOX_URL: 'http://127.0.0.1:4000/' };
  const live = { PONTE_EULEN_TOKEN: 'token' };
  const servers = (env: object): (string | undefined)[] => {
    const { liquid, testnet, regtest } = readConfig({ ...env }).chain.esplora;
    assert.equal(testnet, regtest);
    return [liquid, testnet];
  };
  const own = 'http://127.0.0.1:4000/esplora';
  assert.deepEqual(servers(sandbox), [undefined, own]);
  assert.equal(readConfig(sandbox).chain.sandbox, own);
  assert.deepEqual(servers({ ...sandbox, ...live }), [PUBLIC, own]);
  assert.deepEqual(servers(live), [PUBLIC, undefined]);
  const one = { PONTE_ESPLORA_URL: `${ONE}/` };
  assert.deepEqual(servers({ ...sandbox, ...one }), [undefined, ONE]);
  assert.deepEqual(servers({ ...sandbox, ...live, ...one }), [ONE, own]);
  const both = { ...one, PONTE_ESPLORA_TEST_URL: TEST };
  assert.deepEqual(servers({ ...sandbox, ...both }), [undefined, TEST]);
  assert.deepEqual(servers({ ...live, ...both }), [ONE, TEST]);
  const none = { PONTE_ESPLORA_URL: 'none' };
  assert.deepEqual(servers({ ...sandbox, ...none }), [undefined, undefined]);
  assert.deepEqual(servers({ ...sandbox, ...live, ...none }), [undefined, own]);
  assert.deepEqual(servers({ ...sandbox, PONTE_ESPLORA_TEST_URL: 'none' }), [undefined, undefined]);
});

test('a value can be read from the file named by the _FILE variable', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-config-'));
  t.after(() => rm(directory, { recursive: true }));
  const file = join(directory, 'token');
  await writeFile(file, 'token\n');
  assert.equal(readConfig({ PONTE_EULEN_TOKEN_FILE: file }).live?.token, 'token');
});
