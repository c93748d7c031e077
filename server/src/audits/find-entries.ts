import { parseId } from '../ids.ts';
import { ACTOR_KINDS } from './audit.ts';
import type { EntryFilter } from './store.ts';

/** Maps a search text to the one column that can contain it; each has an index. */
export function filterOf(q: string | undefined): EntryFilter {
  const text = q?.trim() ?? '';
  if (text === '') return [];
  if (parseId('acc', text)) return [['account_id', text]];
  if (text.includes('@')) return [['actor_label', text]];
  return [[/^[a-z]{3}_/.test(text) ? 'subject' : 'action', text]];
}

export function actorFilterOf(actor: string | undefined): EntryFilter {
  const text = actor?.trim() ?? '';
  if (text === '') return [];
  if (ACTOR_KINDS.some((kind) => kind === text)) return [['actor_kind', text]];
  if (parseId('usr', text) ?? parseId('key', text)) return [['actor_id', text]];
  return [['actor_label', text]];
}
