import { oneOf, searchReader } from '../ui/search-reader.ts';

export const REACHES = ['two_hours', 'two_days', 'ninety_days'] as const;
export const SWEEPS = [...REACHES, 'asked'] as const;

/** `alcance`: only the comparisons that look back so far. */
export const readReconciliationsSearch = searchReader({ alcance: oneOf(...SWEEPS) });
