import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const KEY = '/';

/** Looks like the field that it opens, so that its shortcut is learnt by looking. */
export function Search(): ReactNode {
  const say = useWords(words);
  const [isOpen, setOpen] = useState(false);
  useHotkeys([[KEY, () => setOpen(true)]]);
  return (
    <>
      <button
        type="button"
        className="shell-search"
        aria-label={say.searchHint}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>{say.search}</span>
        <kbd>{KEY}</kbd>
      </button>
      <Dialog opened={isOpen} title={say.search} onClose={() => setOpen(false)} size="lg">
        {say.building}
      </Dialog>
    </>
  );
}
