/** What is open over the page, above all else that is: it keeps the focus inside. */
export function topDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
}
