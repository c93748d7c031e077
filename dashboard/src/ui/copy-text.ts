/**
 * Plain http has no clipboard API, but a selection can be copied.
 * @param beside the pressed button: a dialog traps the focus, so the text has to be inside it
 * @returns whether it was copied
 */
export async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, beside);
  }
}

function copySelected(text: string, beside: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'ui-unseen';
  field.style.whiteSpace = 'pre';
  beside.after(field);
  try {
    field.select();
    // Deprecated, and the only way there.
    return document.execCommand('copy');
  } finally {
    field.remove();
    beside.focus({ preventScroll: true });
  }
}
