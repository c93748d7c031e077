'use strict';
// What the pages gain by a script; without it they are whole.

const { copy = '', copied = '', chosen = '' } = document.body.dataset;

for (const figure of document.querySelectorAll('figure.code')) {
  const code = figure.querySelector('code');
  const caption = figure.querySelector('figcaption');
  if (!code || !caption) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    let words = copied;
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
    } catch {
      // It is not there over plain http, and may be forbidden elsewhere.
      getSelection()?.selectAllChildren(code);
      if (!document.execCommand('copy')) words = chosen;
    }
    button.textContent = words;
    setTimeout(() => (button.textContent = copy), 2_000);
  });
  // Its words change where a reader's voice is told of it.
  button.setAttribute('aria-live', 'polite');
  caption.append(button);
}

const menu = document.getElementById('menu');
const current = menu?.querySelector('[aria-current]');
// Far down the list, the present page would be out of sight.
current?.scrollIntoView({ block: 'nearest' });
menu?.addEventListener('toggle', () => current?.scrollIntoView({ block: 'center' }));
// A place that was chosen is shown; the list that it was chosen from would lie over it.
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && menu.matches(':popover-open')) menu.hidePopover();
});

// Both languages use the same anchors: the other one opens where this one was read.
const other = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.top [hreflang]'));
other?.addEventListener('click', () => {
  /** @param {Element} heading */
  const topOf = (heading) => heading.getBoundingClientRect().top;
  const headings = [...document.querySelectorAll('main :is(h2, h3, h4)[id]')];
  const chosen = document.querySelector('main :target');
  const isSeen = chosen && topOf(chosen) >= 0 && topOf(chosen) < innerHeight;
  const heading = isSeen ? chosen : headings.findLast((each) => topOf(each) < 100);
  other.hash = heading?.id ?? '';
});
