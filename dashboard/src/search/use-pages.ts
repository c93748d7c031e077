import { useMay } from '../api/me.ts';
import { useTenant } from '../api/use-tenant.ts';
import { isShown, MENU } from '../shell/menu.ts';
import { words } from '../shell/words.ts';
import { useWords } from '../words/use-words.ts';
import type { Choice } from './choice.ts';

/** The screens of the menu that this member may see. */
export function usePages(): Choice[] {
  const say = useWords(words);
  const may = useMay();
  const params = useTenant();
  return MENU.flatMap(({ entries }) =>
    entries
      .filter((entry) => isShown(entry, params.mode, may))
      .map(({ name, icon }) => ({
        id: name,
        kind: 'page' as const,
        title: say.entries[name],
        icon,
        link: { to: `/$accountId/$mode/${name}`, params } as Choice['link'],
      })),
  );
}
