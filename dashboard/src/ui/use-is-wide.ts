import { useMediaQuery } from '@mantine/hooks';

// There is no menu in print.
const WIDE = '(min-width: 70em), print and (min-width: 40em)';

/** Whether tables have room beside the menu; otherwise their rows become cards. */
export function useIsWide(): boolean {
  return useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
}
