import { makeDataDirectory } from './data-secrets.ts';
import { DirectoryHeldError, type Hold, holdDirectoryAfterCommands } from './hold-directory.ts';
import type { LaunchSettings } from './launch-settings.ts';

/** How long a start waits for a running command. */
const COMMAND_TIMEOUT_MS = 15_000;

/**
 * Holds the data directory for a launcher.
 * @throws Error that names the process, if another one holds it
 */
export async function holdDataDirectory(
  { role, dataDir, databaseUrl, port }: LaunchSettings,
  stop: AbortSignal,
): Promise<Hold> {
  await makeDataDirectory(dataDir);
  // With an operator's database, single roles only read secrets from the directory, and may share
  // it.
  const place = role === 'worker' || port === 0 ? `of ${process.pid}` : port;
  const isBeside = databaseUrl !== undefined && role !== 'all';
  const claim = {
    kind: 'start',
    purpose: isBeside ? `${role}-${place}` : 'ponte',
    perNetwork: isBeside,
  } as const;
  try {
    return await holdDirectoryAfterCommands(dataDir, claim, COMMAND_TIMEOUT_MS, stop);
  } catch (error) {
    if (!(error instanceof DirectoryHeldError) || error.kind === 'command') throw error;
    throw new Error(
      `Ponte is already running on ${dataDir} (${error.holder}). Stop it first, or set PONTE_DATA_DIR to another directory.`,
    );
  }
}
