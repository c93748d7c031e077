import { topDialog } from './top-dialog.ts';

/** Until what closes or opens instead has taken the focus itself. */
const PATIENCE_MS = 100;

/**
 * Takes the focus to the heading of the part that it was in, once what had it is gone from the page
 * and nothing else took it: a row that was removed, a button that did what it was there for. From
 * nowhere, Tab would begin at the top again. Once, for as long as the page stands.
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
    }, PATIENCE_MS);
  };
  // Whoever left it by a press beside it is where they want to be.
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

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** An element and all that it stands in, nearest first. */
function wayUp(from: Element): readonly Element[] {
  const way = [];
  for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
    way.push(at);
  }
  return way;
}

function focusHeading(way: readonly Element[]): void {
  const within = topDialog() ?? document.body;
  for (const element of [...way, within]) {
    if (!within.contains(element)) continue;
    const heading = element.querySelector<HTMLElement>('h1, h2, h3');
    if (heading === null) continue;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return;
  }
}
