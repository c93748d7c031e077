import { topDialog } from './top-dialog.ts';

/** Of the panel that opened last, which holds what opens out of it. */
let latest: readonly Element[] = [];

const CAN_FOCUS = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex]';

/**
 * Where the focus is as a panel opens: what has it, all that this stands in, nearest first, and
 * then the same of the panel before, which may be gone together with what had the focus.
 */
export function wayBack(): readonly Element[] {
  const way = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
    way.push(at);
  }
  latest = [...way, ...latest.filter((element) => element.isConnected)];
  return latest;
}

/**
 * Gives the focus back as near to where it was as anything is still there to take it. What took it
 * meanwhile keeps it: the heading of the page that somebody went on to.
 */
export function goBack(way: readonly Element[]): void {
  const within = topDialog() ?? document.body;
  // Safari gives it to the dialog around a button that is clicked, which is as good as nowhere.
  if (document.activeElement?.contains(within) === false) return;
  for (const element of way) {
    if (!within.contains(element)) continue;
    if (takesFocus(element) || takesFocus(element.querySelector(CAN_FOCUS))) return;
  }
  // Whoever came by an address was nowhere before.
  takesFocus(within.querySelector('h1[tabindex]'));
}

function takesFocus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
