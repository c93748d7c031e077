import { useHotkeys } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Palette as PaletteOf } from '../search/palette.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { loadAhead, useAhead } from '../ui/load-ahead.tsx';
import { topDialog } from '../ui/top-dialog.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const Palette = loadAhead<ComponentProps<typeof PaletteOf>>(
  async () => (await import('../search/palette.tsx')).Palette,
  ({ onDone }) => onDone(),
);

const KEY = '/';

/** Looks like the field that it opens, and so teaches its shortcut. */
export function Search(): ReactNode {
  const say = useWords(words);
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const [typed, setTyped] = useState('');
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  // The field may still be loading.
  useKeysOutside(isOpen, (key) => setTyped((before) => before + key));
  // What is open over the page has keys of its own, and may hold a form.
  useHotkeys([[KEY, () => topDialog() === undefined && open()]]);
  // Loaded ahead of time, since people go on typing after the shortcut.
  useAhead(Palette.ahead);
  // This one types no character, so it also works inside a field.
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
      {isOpen && (
        <Dialog title={say.search} onClose={close} size="lg">
          <Palette typed={typed} onType={setTyped} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

/** Takes key presses while no dialog with a field handles them. */
function useKeysOutside(isOn: boolean, write: (key: string) => void): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event;
    // Until it has its field, the dialog's focus is on the button that closes it.
    const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
    const isHandled = event.defaultPrevented || dialog?.querySelector('input');
    // The key that opens it arrives here as well.
    if (isHandled || ctrlKey || metaKey || key.length !== 1) return;
    event.preventDefault();
    write(key);
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => take(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}
