/**
 * Some browsers keep a page that was left, and show it again as it was on the way back: with old
 * figures, and to whoever is there after the sign-out. Installed once, for the life of the page.
 */
export function reloadRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    document.body.hidden = true;
    window.location.reload();
  });
}
