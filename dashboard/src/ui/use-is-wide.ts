import { useMediaQuery } from '@mantine/hooks';

// Paper has no menu.
const WIDE = '(min-width: 70em), print and (min-width: 40em)';

/** Whether tables have room beside the menu; where they have not, their rows are cards. */
export function useIsWide(): boolean {
  return useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
}
