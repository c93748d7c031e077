const SCHEME = 'data-mantine-color-scheme';

/** A dark screen is printed as black on white: sheets have no dark mode, and ink costs money. */
export function keepPaperLight(): void {
  const root = document.documentElement;
  let ofScreen: string | null = null;
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) ofScreen = root.getAttribute(SCHEME);
    const scheme = matches ? 'light' : ofScreen;
    if (scheme !== null) root.setAttribute(SCHEME, scheme);
  });
}
