import { useEffect } from 'react';

/**
 * Scrolls the focused field back into view when the height of the bars changes: that happens when a
 * reader sets another text size, and the growing content above pushes the field away.
 */
export function useFieldInSight(headerHeight: number, footerHeight: number): void {
  useEffect(() => {
    const held = document.activeElement;
    if (held?.matches('#content :is(input, select, textarea)')) {
      held.scrollIntoView({ block: 'nearest' });
    }
  }, [headerHeight, footerHeight]);
}
