import { count, Misuse, type Options, words } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import type { Db } from '../platform/db.ts';
import { entryOf } from './route-schemas.ts';
import { listEntries } from './store.ts';
import { type Flaw, verifyChain } from './verify-chain.ts';

export const auditCommands: CommandSet = {
  'audit list': {
    on: 'database',
    usage: '[--limit N]',
    help: 'list the latest acts of operators, members and commands',
    judge: limitIn,
    run: list,
  },
  'audit verify': {
    on: 'database',
    usage: '[--head HASH]',
    help: 'verify the audit log; exits with 1 if its chain is broken',
    judge: headIn,
    run: verify,
  },
};

const LISTED = 100;
const MAX_LISTED = 10_000;

function limitIn(options: Options): number {
  return count(options, 'limit', 1, MAX_LISTED) ?? LISTED;
}

async function list(db: Db, options: Options): Promise<Answer> {
  const limit = limitIn(options);
  const rows = await listEntries(db, [], undefined, limit);
  const entries = rows.slice(0, limit).map(entryOf);
  const lines = entries.map(({ sequence, at, actor, action, subject, reason }) =>
    [
      String(sequence).padStart(6),
      at,
      `${actor.kind} ${actor.label}`,
      action,
      subject ?? '-',
      reason ?? '-',
    ].join('  '),
  );
  return { json: { entries }, text: lines.join('\n') || 'Nothing has been recorded yet.' };
}

function headIn(options: Options): string | undefined {
  const known = words(options, 'head');
  if (known !== undefined && !/^[0-9a-f]{64}$/.test(known)) {
    throw new Misuse('--head takes the 64 characters that an earlier audit verify printed');
  }
  return known;
}

async function verify(db: Db, options: Options): Promise<Answer> {
  const known = headIn(options);
  const verdict = await verifyChain(db, known);
  const { isIntact, entries, head, firstBad } = verdict;
  const summary = firstBad
    ? `Entry ${String(firstBad.sequence)}: ${FLAWS[firstBad.flaw]}. Intact before it: ${String(entries)}.`
    : `All ${String(entries)} entries are intact. Keep this hash elsewhere: ${head}`;
  return { json: { ...verdict }, text: summary, failed: !isIntact };
}

const FLAWS: Readonly<Record<Flaw, string>> = {
  changed: 'it is not what was recorded',
  missing: 'it is missing',
  cut_off: 'it and those after it are missing, or the end was changed',
  added: 'there is an entry after the end',
  head_unknown: 'the entry with the given hash is missing, so the end was cut off',
};
