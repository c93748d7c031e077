import { useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const loadPalette = async () => ({ default: (await import('../search/palette.tsx')).Palette });
const Palette = lazy(loadPalette);
const AHEAD_MS = 3_000;

const KEY = '/';

/** Looks like the field that it opens, so that its shortcut is learnt by looking. */
export function Search(): ReactNode {
  const say = useWords(words);
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  useHotkeys([[KEY, open]]);
  // Ahead of its use, since people go on typing after the key; what fails is tried again then.
  useEffect(() => {
    const load = () => Promise.all([import('../ui/panel.tsx'), loadPalette()]);
    const timer = setTimeout(() => void load().catch(() => undefined), AHEAD_MS);
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
        <Suspense fallback={null}>
          <Palette onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
