import { wayUp } from './focus-path.ts';
import { topDialog } from './top-dialog.ts';

/** How long whatever closes or opens instead gets to take the focus itself. */
const WAIT_MS = 100;

/**
 * When the focused element has been removed from the page and nothing else took the focus, moves it
 * to the heading of the same section: after a row was removed, or a button has served its purpose.
 * Otherwise Tab would start at the top again. Installed once, for the life of the page.
 */
export function keepFocus(): void {
  let way: readonly Element[] = [];
  const remember = ({ target }: FocusEvent) => {
    way = target instanceof Element ? wayUp(target) : [];
  };
  const look = () => {
    const [held] = way;
    if (held === undefined || held.isConnected) return;
    const lost = way;
    way = [];
    setTimeout(() => {
      if (isNowhere()) focusHeading(lost);
    }, WAIT_MS);
  };
  // Somebody who left it by clicking elsewhere is where they want to be.
  const leave = ({ target }: FocusEvent) =>
    setTimeout(() => {
      const isLeft = target instanceof Element && target.isConnected && target === way[0];
      if (isLeft && isNowhere()) way = [];
    });
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', leave);
}

/** Moves the focus up to the heading that an element is under, and shows it. */
export function focusHeadingOf(element: Element): void {
  focusHeading(wayUp(element))?.scrollIntoView({ block: 'nearest' });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focusHeading(way: readonly Element[]): HTMLElement | undefined {
  const within = topDialog() ?? document.body;
  for (const element of [...way, within]) {
    if (!within.contains(element)) continue;
    const heading = element.querySelector<HTMLElement>('h1, h2, h3');
    if (heading === null) continue;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return heading;
  }
  return undefined;
}
