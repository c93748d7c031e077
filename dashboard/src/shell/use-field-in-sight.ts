import { useEffect } from 'react';

/**
 * Brings the field that has the focus back into sight once the bars are of another height: then a
 * reader has set other letters, and what stood above the field pushed it off.
 */
export function useFieldInSight(headerHeight: number, footerHeight: number): void {
  useEffect(() => {
    const held = document.activeElement;
    if (held?.matches('#content :is(input, select, textarea)')) {
      held.scrollIntoView({ block: 'nearest' });
    }
  }, [headerHeight, footerHeight]);
}
