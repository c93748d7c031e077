/**
 * The worker's turns over the inbox, in a separate process, without the wire: the provider's
 * answers are at hand. Settings come from the environment, as for any process.
 */
import { pino } from 'pino';
import type { Mode } from '../../src/accounts/environment.ts';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openNoticeHandler } from '../../src/deposits/open-notice-handler.ts';
import { connect } from '../../src/platform/db.ts';
import { bulkheadJob } from '../../src/platform/bulkhead.ts';
import { runJobs } from '../../src/platform/job-loop.ts';
import { endWithParent } from '../../src/platform/parent.ts';
import { openVault } from '../../src/platform/vault.ts';
import { applyNotices } from '../../src/provider/apply-notices.ts';
import type { Notice } from '../../src/provider/inbox.ts';
import type { ChargeReading, PixProvider } from '../../src/provider/port.ts';
import { cents } from '../../src/money.ts';

endWithParent();
const config = readConfig();
const { databaseUrl: url = '', encryptionKeys = '' } = config;
const nobody = (): Promise<never> => Promise.reject(new Error('not asked for here'));
const provider: PixProvider = {
  createCharge: nobody,
  createPayout: nobody,
  readPayout: nobody,
  listCharges: nobody,
  readMed: () => undefined,
  readCharge: (ref) => Promise.resolve(readingOf(ref)),
};
const app: App = {
  config,
  db: connect({
    url,
    connections: 16,
    isBatching: config.databaseBatching,
    onError: () => undefined,
  }),
  vault: openVault(encryptionKeys),
  log: pino({ level: 'warn' }, pino.destination(2)),
  providerOf: () => provider,
  chainOf: () => undefined,
};
const taker = openNoticeHandler(app);
const cutShort = new Set<Notice>();
const job = bulkheadJob<Mode>(app.log, { name: 'deposit notices', everyMs: 100 }, (bulkhead) =>
  applyNotices(app, taker, bulkhead, cutShort),
);
const loop = runJobs([job], app.log);
process.once('SIGTERM', () => void loop.stop().then(() => process.exit(0)));

function readingOf(ref: string): ChargeReading {
  return {
    ref,
    status: 'depix_sent',
    valueCents: cents(5_199),
    expiresAt: undefined,
    blockchainTxId: ref + ref,
    bankTxId: undefined,
    payerName: 'Maria Silva',
    payerTaxId: '12345678909',
    reasons: [],
    // As long as the provider's responses.
    raw: JSON.stringify({ qrId: ref, filler: 'x'.repeat(300) }),
  };
}
