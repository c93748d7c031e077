import { useHotkeys } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { Palette as PaletteOf } from '../search/palette.tsx';
import { Dialog, Panel } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { loadAhead } from '../ui/load-ahead.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const Palette = loadAhead<ComponentProps<typeof PaletteOf>>(
  async () => (await import('../search/palette.tsx')).Palette,
);
/** Not while the first page still loads what it shows. */
const AHEAD_MS = 1_000;

const KEY = '/';

/** Looks like the field that it opens, so that its shortcut is learnt by looking. */
export function Search(): ReactNode {
  const say = useWords(words);
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  useHotkeys([[KEY, open]]);
  // Ahead of its use, since people go on typing after the key.
  useEffect(() => {
    const timer = setTimeout(() => {
      Panel.ahead();
      Palette.ahead();
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  // Nobody writes this one, so it opens also out of a field.
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <button
        type="button"
        className="shell-search"
        aria-label={say.searchHint}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={open}
      >
        <Icon name="search" />
        <span>{say.search}</span>
        <kbd>{KEY}</kbd>
      </button>
      <Dialog opened={isOpen} title={say.search} onClose={close} size="lg">
        <Palette onDone={close} />
      </Dialog>
    </>
  );
}
