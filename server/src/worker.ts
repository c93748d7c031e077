import { readConfig } from './config.ts';
import { depositOperation } from './deposits/create-deposit.ts';
import { depositJobs } from './deposits/jobs.ts';
import { idempotencyJobs } from './idempotency/jobs.ts';
import { openApp, proveKeys } from './open-app.ts';
import { runJobs } from './platform/job-loop.ts';
import { endWithParent } from './platform/parent.ts';
import { openDispatcher } from './webhooks/deliver.ts';
import { webhookJobs } from './webhooks/jobs.ts';
import { withdrawalOperation } from './withdrawals/create-withdrawal.ts';
import { withdrawalJobs } from './withdrawals/jobs.ts';

/** The background process: the only place where jobs are listed. */
const config = readConfig();
if (config.parentPipe) endWithParent();
const app = openApp(config, 'worker');
await proveKeys(app.db, app.vault);

const dispatcher = openDispatcher(app);
const loop = runJobs(
  [
    ...depositJobs(app),
    ...withdrawalJobs(app),
    ...idempotencyJobs(app, { deposit: depositOperation, withdrawal: withdrawalOperation }),
    ...webhookJobs(app, dispatcher),
  ],
  app.log,
);
console.log('worker ready');

process.once('SIGTERM', () => {
  void loop
    .stop()
    .then(() => dispatcher.drain())
    .then(() => process.exit(0));
});
