import { MODES } from '../accounts/environment.ts';
import { getAccount } from '../accounts/store.ts';
import { recordCommand } from '../audits/record-command.ts';
import { count, Misuse, one, type Options, required, words } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import { parseId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { PRINTABLE } from '../platform/schema.ts';
import { type ApiKey, type Scope, SCOPES } from './api-key.ts';
import { createKey } from './create-key.ts';
import { listKeys, markRevoked } from './store.ts';

export const keyCommands: CommandSet = {
  'key create': {
    on: 'database',
    usage:
      '--account ID --mode test|live --scopes all|a,b [--name N] [--expires-in-days D] [--reason TEXT]',
    help: '',
    judge: orderIn,
    run: makeKey,
  },
  'key list': {
    on: 'database',
    usage: '--account ID',
    help: 'list the API keys of an account, never their secrets',
    judge: (options) => required(options, 'account'),
    run: async (db, options) => {
      const { accountId } = await getAccount(db, required(options, 'account'));
      const keys = await listKeys(db, accountId);
      const lines = keys.map(lineOf);
      return { json: { keys }, text: lines.join('\n') || 'This account has no key yet.' };
    },
  },
  'key revoke': {
    on: 'database',
    usage: '--id ID [--reason TEXT]',
    help: 'revoke an API key, on every node within two seconds',
    judge: (options) => required(options, 'id'),
    run: async (db, options) => {
      const id = required(options, 'id');
      const accountId = await db.begin(async (tx) => {
        const owner = await markRevoked(tx, id);
        if (owner === undefined)
          throw new Error('no such key: the command key list shows those of an account');
        await recordCommand(tx, 'key revoke', options, { subject: id });
        return owner;
      });
      const keys = await listKeys(db, accountId);
      return { json: { id, revoked: true, keys }, text: `${id} is revoked.` };
    },
  },
};

function lineOf(key: ApiKey): string {
  const { id, mode, name, scopes, lastFour, expiresAt, revokedAt, isAgent } = key;
  const end = expiresAt === null ? '' : `  expires ${expiresAt.toISOString()}`;
  const state = revokedAt === null ? end : `  revoked ${revokedAt.toISOString()}`;
  const which = scopes.length === SCOPES.length ? 'all' : scopes.join(',');
  const whose = isAgent ? '  agent' : '';
  return `${id}  …${lastFour}  ${mode}${whose}  ${which}${name === '' ? '' : `  "${name}"`}${state}`;
}

function orderIn(options: Options) {
  const scopes = readScopes(required(options, 'scopes'));
  const mode = one(options, 'mode', MODES);
  if (!mode) throw new Misuse('--mode test or --mode live is needed');
  const accountId = required(options, 'account');
  const expiresInDays = count(options, 'expires-in-days', 1, 36_500);
  const name = readName(words(options, 'name') ?? '');
  return { accountId, mode, scopes, name, expiresInDays };
}

async function makeKey(db: Db, options: Options): Promise<Answer> {
  const order = orderIn(options);
  const { accountId, mode, scopes } = order;
  const { id, key } = await db.begin(async (tx) => {
    const made = await createKey(tx, order);
    await recordCommand(tx, 'key create', options, {
      accountId: parseId('acc', accountId) ?? null,
      mode,
      subject: made.id,
      details: { scopes: scopes.join(',') },
    });
    return made;
  });
  return {
    json: { id, key, scopes, mode },
    ifLost: `nobody has seen the key: revoke it with key revoke --id ${id}`,
  };
}

const MAX_NAME_LENGTH = 80;
const LINE = new RegExp(PRINTABLE);

/** With the same rules as the dashboard. */
function readName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && LINE.test(name)) return name;
  throw new Misuse(
    `--name takes one line of at most ${String(MAX_NAME_LENGTH)} printable characters`,
  );
}

function readScopes(list: string): readonly Scope[] {
  if (list === 'all') return SCOPES;
  const names = list.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !SCOPES.some((scope) => scope === name));
  if (wrong !== undefined) {
    throw new Misuse(
      `--scopes takes all by itself, or some of ${SCOPES.join(', ')}; "${wrong}" is none of these`,
    );
  }
  return SCOPES.filter((scope) => names.includes(scope));
}
