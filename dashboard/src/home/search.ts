import { period, searchReader } from '../ui/search-reader.ts';

export const readHomeSearch = searchReader({ periodo: period() });
