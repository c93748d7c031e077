/** What Escape closes, the topmost last. */
const open: (() => void)[] = [];

/** Calls `close` at each Escape for as long as nothing opens above it; returns what ends that. */
export function onEscape(close: () => void): () => void {
  if (open.length === 0) window.addEventListener('keydown', closeTop, { capture: true });
  open.push(close);
  return () => {
    open.splice(open.indexOf(close), 1);
    if (open.length === 0) window.removeEventListener('keydown', closeTop, { capture: true });
  };
}

/** One listener for all: of two, the second would find its own on top once the first has closed. */
function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // Mantine's mark of a list that is open in a field, which the key closes first.
  const isTaken =
    event.target instanceof Element &&
    event.target.getAttribute('data-mantine-stop-propagation') === 'true';
  if (!isTaken) open.at(-1)?.();
}
