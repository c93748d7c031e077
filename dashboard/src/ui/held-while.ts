/**
 * For a form's fields: what is being sent cannot be changed, since the change would be lost without
 * a word. Disabled fields would lose the focus.
 */
export function heldWhile(isBusy: boolean) {
  return () => (isBusy ? { readOnly: true, onChange: () => undefined } : {});
}
