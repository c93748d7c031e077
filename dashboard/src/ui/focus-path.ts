import { topDialog } from './top-dialog.ts';

/** That of the panel that opened last, which contains whatever opens from it. */
let latest: readonly Element[] = [];

const CAN_FOCUS = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex]';

/**
 * Where the focus is as a panel opens: the focused element and its ancestors, nearest first, and
 * then the same for the panel before, which may disappear together with that element.
 */
export function focusPath(): readonly Element[] {
  latest = [...wayUp(document.activeElement), ...latest.filter((element) => element.isConnected)];
  return latest;
}

/** An element and its ancestors, nearest first. */
export function wayUp(from: Element | null): readonly Element[] {
  const way = [];
  for (let at = from; at && at !== document.body; at = at.parentElement) way.push(at);
  return way;
}

/**
 * Returns the focus to where it was, or to the nearest ancestor that is still there to take it. If
 * something else took it meanwhile it stays there: the heading of the page that somebody went on
 * to.
 */
export function restoreFocus(way: readonly Element[]): void {
  const within = topDialog() ?? document.body;
  // Safari focuses the dialog around a clicked button, which is as good as nothing.
  if (document.activeElement?.contains(within) === false) return;
  for (const element of way) {
    if (!within.contains(element)) continue;
    if (takesFocus(element) || takesFocus(element.querySelector(CAN_FOCUS))) return;
  }
  // Somebody who opened the page by its address had no focus before.
  takesFocus(within.querySelector('h1[tabindex]'));
}

function takesFocus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
