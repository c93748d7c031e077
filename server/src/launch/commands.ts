import { ponte, required } from '../cli-options.ts';
import type { CommandSet } from '../command.ts';
import type { Resealed } from '../platform/reseal.ts';
import { backUp } from './back-up.ts';
import { resealKeys, type Retired, retireKeys, rotateKeys } from './operate-keys.ts';
import { restore } from './restore.ts';

export const installationCommands: CommandSet = {
  migrate: {
    on: 'database',
    usage: '',
    help: 'bring the database up to date',
    begins: true,
    run: async () => ({ json: { migrated: true }, text: 'The database is up to date.' }),
  },
  backup: {
    on: 'machine',
    usage: '--to DIR',
    help: 'copy the embedded database and its secrets, while all runs',
    run: async ({ dataDir, databaseUrl, encryptionKeys }, options) => {
      const done = await backUp({ dataDir, databaseUrl, to: required(options, 'to') });
      const megabytes = (done.bytes / 1_000_000).toFixed(1);
      const keys =
        encryptionKeys === undefined
          ? 'IT HOLDS THE ENCRYPTION KEYS: whoever gets it reads everything. Keep it like money.'
          : 'It does not hold PONTE_ENCRYPTION_KEYS, without which nobody can read it: keep them too.';
      return {
        json: { ...done },
        text: `${done.directory}: ${String(done.files)} files, ${megabytes} MB\n${keys}`,
      };
    },
  },
  restore: {
    on: 'machine',
    usage: '--from DIR',
    help: 'fill an empty PONTE_DATA_DIR with what a backup holds',
    run: async ({ dataDir, databaseUrl }, options) => {
      const done = await restore({ dataDir, databaseUrl, from: required(options, 'from') });
      return {
        json: { ...done },
        text: `${done.dataDir} is as it was at ${done.madeAt}.\nAfter the start compare it with the provider: ${ponte(`reconcile --since ${done.madeAt}`)}`,
      };
    },
  },
  'keys rotate': {
    on: 'machine',
    usage: '',
    help: 'a new encryption key; the next start seals with it',
    run: async (config) => {
      const rotated = await rotateKeys(config);
      const { newKey, next } = rotated;
      return { json: { ...rotated }, text: `The new encryption key is ${newKey}. Now ${next}` };
    },
  },
  'keys reseal': {
    on: 'machine',
    usage: '',
    help: 'seal with the newest key what older ones sealed, while all runs',
    run: async (config) => {
      const resealed = await resealKeys(config);
      return { json: { ...resealed }, text: describeResealed(resealed) };
    },
  },
  'keys retire': {
    on: 'machine',
    usage: '',
    help: 'forget the keys that seal nothing any more',
    run: async (config) => {
      const retired = await retireKeys(config);
      return { json: { ...retired }, text: describeRetired(retired) };
    },
  },
};

function describeResealed({ presentKey, fields, retiredKeys }: Resealed): string {
  const told = `Fields sealed anew with ${presentKey}: ${String(fields)}.`;
  if (retiredKeys.length === 0) return told;
  return `${told}\nThese keys seal nothing any more: ${retiredKeys.join(', ')}. Forget them with: ${ponte('keys retire')}`;
}

function describeRetired({ presentKey, ...retired }: Retired): string {
  if ('removedKeys' in retired) {
    return retired.removedKeys.length === 0
      ? `There is no older key than ${presentKey}.`
      : `Forgotten: ${retired.removedKeys.join(', ')}. The present key is ${presentKey}.`;
  }
  const unneeded = retired.removeFromPonteEncryptionKeys;
  return unneeded.length === 0
    ? `PONTE_ENCRYPTION_KEYS holds no other key than ${presentKey}.`
    : `Remove from PONTE_ENCRYPTION_KEYS of every process: ${unneeded.join(', ')}.`;
}
