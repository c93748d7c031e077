import { announce } from './toast.tsx';
import { topDialog } from './top-dialog.ts';

const FRAMES = 20;

/** Moves the focus to the first invalid field of the form that was sent. */
export function focusFirstWrong(): void {
  lookIn(FRAMES);
}

/** Fields are marked as invalid only after the form has rendered, which may take some frames. */
function lookIn(frames: number): void {
  requestAnimationFrame(() => {
    // A form in a dialog is over the page, which may have invalid fields too.
    const within = topDialog() ?? document;
    const wrong = within.querySelector<HTMLElement>('form [aria-invalid="true"]');
    if (wrong !== null) lead(wrong);
    else if (frames > 1) lookIn(frames - 1);
  });
}

/** Screen readers say what is wrong with a field as they come to it, and not if they are there. */
function lead(wrong: HTMLElement): void {
  const isThere = wrong === document.activeElement;
  wrong.focus();
  if (isThere) announce(problemOf(wrong));
}

function problemOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const id = ids.find((one) => one.endsWith('-error'));
  return (id !== undefined && document.getElementById(id)?.textContent) || '';
}
