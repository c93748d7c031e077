import { hasParentPipe, readConfig } from './config.ts';
import { HopelessError } from './platform/hopeless-error.ts';
import { startSimulator } from './server.ts';

// Without its launcher nobody would ever stop this process.
if (hasParentPipe()) {
  const leave = () => process.exit(0);
  process.stdin.on('end', leave).on('error', leave).resume();
}

// A full disk or a reader that has gone costs the log lines, not the sandbox.
for (const log of [process.stdout, process.stderr]) log.on('error', () => undefined);

/** The exit status of a process that would fail again however often it is restarted. */
const FATAL_EXIT_CODE = 78;

const simulator = await startSimulator(readConfig()).catch((error: unknown) => {
  if (!(error instanceof HopelessError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(FATAL_EXIT_CODE);
});
process.stdout.write(`sandbox listening on ${simulator.url}\n`);

const stop = () => void simulator.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
