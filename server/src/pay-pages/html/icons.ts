import { html } from 'htm/preact';
import type { VNode } from 'preact';

const DRAWINGS = {
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  back: 'M4 10h10a5.5 5.5 0 0 1 0 11h-3M4 10l5-5M4 10l5 5',
  look: 'm20 20-4.8-4.8M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0',
  stop: 'M12 7.5v5.5M12 16.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  off: 'm5.5 5.5 13 13M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  dots: 'M6 12v.01M12 12v.01M18 12v.01',
  copy: 'M8 8V5a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-3M4 9a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z',
  pix: 'M12 2.8 21.2 12 12 21.2 2.8 12zM8.5 12h7M12 8.5v7',
} as const;
export type Icon = keyof typeof DRAWINGS;

/** Decorative: the text beside it says the same. */
export function icon(name: Icon): VNode {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${DRAWINGS[name]} />
  </svg>`;
}
