import { required } from '../cli-options.ts';
import type { CommandSet } from '../command.ts';
import { backUp } from './back-up.ts';
import { resealKeys, retireKeys, rotateKeys } from './operate-keys.ts';
import { restore } from './restore.ts';

export const installationCommands: CommandSet = {
  migrate: {
    on: 'database',
    usage: '',
    help: 'bring the database up to date',
    takes: [],
    run: async () => ({ json: { migrated: true } }),
  },
  backup: {
    on: 'machine',
    usage: '--to DIR',
    help: 'copy the embedded database and its secrets, while all runs',
    takes: ['to'],
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
    help: 'make a backup the database of an empty PONTE_DATA_DIR',
    takes: ['from'],
    run: async ({ dataDir, databaseUrl }, options) => {
      const done = await restore({ dataDir, databaseUrl, from: required(options, 'from') });
      return {
        json: { ...done },
        text: `${done.dataDir} is as it was at ${done.madeAt}.\nAfter the start compare it with the provider: ponte reconcile --since ${done.madeAt}`,
      };
    },
  },
  'keys rotate': {
    on: 'machine',
    usage: '',
    help: 'a new encryption key; the next start seals with it',
    takes: [],
    run: async (config) => ({ json: await rotateKeys(config) }),
  },
  'keys reseal': {
    on: 'machine',
    usage: '',
    help: 'seal with it what older keys sealed, while all runs',
    takes: [],
    run: async (config) => ({ json: await resealKeys(config) }),
  },
  'keys retire': {
    on: 'machine',
    usage: '',
    help: 'forget the keys that seal nothing any more',
    takes: [],
    run: async (config) => ({ json: await retireKeys(config) }),
  },
};
