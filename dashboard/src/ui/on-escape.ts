/** What Escape closes, topmost last. */
const open: (() => void)[] = [];

/** Calls `close` at each Escape unless something opened above it. @returns what removes it again */
export function onEscape(close: () => void): () => void {
  if (open.length === 0) window.addEventListener('keydown', closeTop, { capture: true });
  open.push(close);
  return () => {
    open.splice(open.indexOf(close), 1);
    if (open.length === 0) window.removeEventListener('keydown', closeTop, { capture: true });
  };
}

/**
 * One listener for all: with two, the second would find itself on top once the first has closed.
 */
function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // Mantine's marker of an open drop-down in a field, which the key closes first.
  const isTaken =
    event.target instanceof Element &&
    event.target.getAttribute('data-mantine-stop-propagation') === 'true';
  if (!isTaken) open.at(-1)?.();
}
