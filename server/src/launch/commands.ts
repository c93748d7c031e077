import { ponte, required } from '../cli-options.ts';
import type { CommandSet } from '../command.ts';
import { backUp } from './back-up.ts';
import { type Resealed, resealKeys, type Retired, retireKeys, rotateKeys } from './operate-keys.ts';
import { restore } from './restore.ts';

export const installationCommands: CommandSet = {
  migrate: {
    on: 'database',
    usage: '',
    help: 'migrate the database to this version',
    begins: true,
    run: async () => ({ json: { migrated: true }, text: 'The database is up to date.' }),
  },
  backup: {
    on: 'machine',
    usage: '--to DIR',
    help: 'copy the embedded database and its secrets, while Ponte runs',
    run: async ({ dataDir, databaseUrl, encryptionKeys }, options) => {
      const done = await backUp({ dataDir, databaseUrl, to: required(options, 'to') });
      const megabytes = (done.bytes / 1_000_000).toFixed(1);
      const keys =
        encryptionKeys === undefined
          ? 'IT INCLUDES THE ENCRYPTION KEYS: anybody who gets it can read everything. Guard it like money.'
          : 'It does not include PONTE_ENCRYPTION_KEYS, without which nobody can read it: keep them too.';
      return {
        json: { ...done },
        text: `${done.directory}: ${String(done.files)} files, ${megabytes} MB\n${keys}`,
      };
    },
  },
  restore: {
    on: 'machine',
    usage: '--from DIR',
    help: 'restore a backup into an empty PONTE_DATA_DIR',
    run: async ({ dataDir, databaseUrl }, options) => {
      const done = await restore({ dataDir, databaseUrl, from: required(options, 'from') });
      return {
        json: { ...done },
        text: [
          `${done.dataDir} is as it was at ${done.madeAt}.`,
          `Before the start, so that nothing is ordered twice: ${ponte('safe-mode on')}`,
          // A charge made long before the backup may have been returned after it.
          `After the start compare it with the provider: ${ponte('reconcile --since 90d')}`,
        ].join('\n'),
      };
    },
  },
  'keys rotate': {
    on: 'machine',
    usage: '',
    help: 'make a new encryption key, used from the next start on',
    run: async (config) => {
      const rotated = await rotateKeys(config);
      const { newKey, next } = rotated;
      return { json: { ...rotated }, text: `The new encryption key is ${newKey}. Now ${next}` };
    },
  },
  'keys reseal': {
    on: 'machine',
    usage: '',
    help: 're-encrypt with the newest key what older ones encrypted, while Ponte runs',
    run: async (config) => {
      const resealed = await resealKeys(config);
      return { json: { ...resealed }, text: describeResealed(resealed) + doubtOf(resealed) };
    },
  },
  'keys retire': {
    on: 'machine',
    usage: '',
    help: 'remove the keys that nothing is encrypted with any more',
    run: async (config) => {
      const retired = await retireKeys(config);
      return { json: { ...retired }, text: describeRetired(retired) + doubtOf(retired) };
    },
  },
};

function doubtOf({ presentKey, olderConnections }: Retired | Resealed): string {
  if (olderConnections === 0) return '';
  return `\nConnections to the database from before ${presentKey}: ${String(olderConnections)}. If they are of a process of Ponte, it may not know this key: restart it.`;
}

function describeResealed({ presentKey, fields, retiredKeys }: Resealed): string {
  const summary = `Fields re-encrypted with ${presentKey}: ${String(fields)}.`;
  if (retiredKeys.length === 0) return summary;
  return `${summary}\nNothing is encrypted with these keys any more: ${retiredKeys.join(', ')}. Remove them with: ${ponte('keys retire')}`;
}

function describeRetired({ presentKey, ...retired }: Retired): string {
  if ('removedKeys' in retired) {
    return retired.removedKeys.length === 0
      ? `There is no older key than ${presentKey}.`
      : `Removed: ${retired.removedKeys.join(', ')}. The current key is ${presentKey}.`;
  }
  const unneeded = retired.removeFromPonteEncryptionKeys;
  return unneeded.length === 0
    ? `PONTE_ENCRYPTION_KEYS holds no other key than ${presentKey}.`
    : `Remove from PONTE_ENCRYPTION_KEYS of every process: ${unneeded.join(', ')}.`;
}
