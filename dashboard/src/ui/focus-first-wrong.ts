const FRAMES = 20;

/** Moves the focus to the first invalid field of the form that was sent. */
export function focusFirstWrong(): void {
  lookIn(FRAMES);
}

/** Fields are marked as invalid only after the form has rendered, which may take some frames. */
function lookIn(frames: number): void {
  requestAnimationFrame(() => {
    // A form in a dialog is over the page, which may have invalid fields too.
    const dialogs = document.querySelectorAll('[role="dialog"]');
    const within = dialogs.item(dialogs.length - 1) ?? document;
    const wrong = within.querySelector<HTMLElement>('form [aria-invalid="true"]');
    if (wrong !== null) wrong.focus();
    else if (frames > 1) lookIn(frames - 1);
  });
}
