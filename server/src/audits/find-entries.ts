import { parseId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { ACTOR_KINDS } from './audit.ts';
import { type EntryFilter, hasLabel } from './store.ts';

/** Maps a search text to the one column that can contain it; each has an index. */
export async function filterOf(db: Db, q: string | undefined): Promise<EntryFilter> {
  const text = q?.trim() ?? '';
  if (text === '') return [];
  if (parseId('acc', text)) return [['account_id', text]];
  if (text.includes('@')) return [['actor_label', await labelOf(db, text)]];
  return [[/^[a-z]{3}_/.test(text) ? 'subject' : 'action', text]];
}

export async function actorFilterOf(db: Db, actor: string | undefined): Promise<EntryFilter> {
  const text = actor?.trim() ?? '';
  if (text === '') return [];
  if (ACTOR_KINDS.some((kind) => kind === text)) return [['actor_kind', text]];
  if (parseId('usr', text) ?? parseId('key', text)) return [['actor_id', text]];
  return [['actor_label', await labelOf(db, text)]];
}

/** E-mail addresses are stored in lower case, other labels as they are. */
async function labelOf(db: Db, text: string): Promise<string> {
  const lower = text.toLowerCase();
  return lower === text || (await hasLabel(db, text)) ? text : lower;
}
