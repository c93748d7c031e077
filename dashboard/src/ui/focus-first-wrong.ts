const FRAMES = 20;

/** Takes whoever sent a form to the first field of it that is not right. */
export function focusFirstWrong(): void {
  lookIn(FRAMES);
}

/** What is wrong is marked once the form has been drawn anew, which may take some frames. */
function lookIn(frames: number): void {
  requestAnimationFrame(() => {
    // A form in a dialog stands over the page, which may have one that is not right either.
    const dialogs = document.querySelectorAll('[role="dialog"]');
    const within = dialogs.item(dialogs.length - 1) ?? document;
    const wrong = within.querySelector<HTMLElement>('form [aria-invalid="true"]');
    if (wrong !== null) wrong.focus();
    else if (frames > 1) lookIn(frames - 1);
  });
}
