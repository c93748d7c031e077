import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { App } from './app.ts';
import { agentJobs } from './agents/jobs.ts';
import { checkoutJobs } from './checkouts/jobs.ts';
import { readConfig } from './config.ts';
import { depositCheckJobs } from './deposit-checks/jobs.ts';
import { depositOperation } from './deposits/create-deposit.ts';
import { depositJobs } from './deposits/jobs.ts';
import { fundingJobs } from './fundings/jobs.ts';
import { holdingJobs } from './holdings/jobs.ts';
import { idempotencyJobs } from './idempotency/jobs.ts';
import { openUnblinder } from './liquid/open-unblinder.ts';
import type { Unblinder } from './liquid/output.ts';
import { listenerJobs } from './listeners/jobs.ts';
import { mailJobs } from './mails/jobs.ts';
import { listenedOn } from './network.ts';
import { openApp } from './open-app.ts';
import { operatorAlertJobs } from './operator-alerts/jobs.ts';
import { type Job, runJobs } from './platform/job-loop.ts';
import { endWithParent } from './platform/parent.ts';
import { serveMetrics } from './platform/serve-metrics.ts';
import { startTracing } from './platform/tracing.ts';
import { verifyKeysOrExit } from './platform/verify-keys.ts';
import { watchFiles } from './platform/watch-files.ts';
import { partitionJobs } from './partitions/jobs.ts';
import { providerJobs } from './provider/jobs.ts';
import { queueJobs } from './queues/jobs.ts';
import { reconciliationJobs } from './reconciliation/jobs.ts';
import { signInJobs } from './sign-ins/jobs.ts';
import { type Dispatcher, openDispatcher } from './webhooks/deliver.ts';
import { webhookJobs } from './webhooks/jobs.ts';
import { withdrawalOperation } from './withdrawals/create-withdrawal.ts';
import { withdrawalRequestJobs } from './withdrawal-requests/jobs.ts';
import { withdrawalJobs } from './withdrawals/jobs.ts';

/** Priority from -20 (highest) to 19: clients wait for the API, nobody waits for a job. */
const NICENESS = 5;

/** The background process: the only place where jobs are listed. */
export function workerJobs(app: App, dispatcher: Dispatcher, unblinder: Unblinder): Job[] {
  return [
    ...depositJobs(app),
    ...depositCheckJobs(app, unblinder),
    ...withdrawalJobs(app),
    ...fundingJobs(app),
    ...holdingJobs(app, unblinder),
    ...withdrawalRequestJobs(app),
    ...idempotencyJobs(app, { deposit: depositOperation, withdrawal: withdrawalOperation }),
    ...webhookJobs(app, dispatcher),
    ...listenerJobs(app),
    ...mailJobs(app),
    ...signInJobs(app),
    ...providerJobs(app),
    ...operatorAlertJobs(app),
    ...checkoutJobs(app),
    ...agentJobs(app),
    ...reconciliationJobs(app),
    ...partitionJobs(app),
    ...queueJobs(app),
  ];
}

/**
 * Lowers the priority; a process started with a lower one keeps it, since raising is refused. On
 * Linux each thread has its own priority, and the garbage collector's threads already exist.
 */
function giveWay(): void {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
    for (const thread of threads.map(Number)) {
      if (getPriority(thread) < NICENESS) setPriority(thread, NICENESS);
    }
  } catch {
    // It works without this permission, too.
  }
}

if (import.meta.main) {
  giveWay();
  const config = readConfig();
  if (config.parentPipe) endWithParent();
  const app = openApp(config, 'worker');
  await verifyKeysOrExit(app.db, app.vault);
  const tracing = config.traces ? await startTracing('worker') : undefined;
  const dispatcher = openDispatcher(app);
  if (config.workerMetrics) {
    const { host, port } = config.workerMetrics;
    serveMetrics({ host: listenedOn(host), port }, app.log);
  }
  const unblinder = openUnblinder();
  const loop = runJobs(workerJobs(app, dispatcher, unblinder), app.log);
  // The launcher waits for this line.
  process.stdout.write('worker ready\n');
  watchFiles(app.log);
  process.once('SIGTERM', () => {
    void loop
      .stop()
      .then(() => dispatcher.finish())
      .then(() => unblinder.close())
      .then(() => tracing?.stop())
      .then(() => process.exit(0));
  });
}
