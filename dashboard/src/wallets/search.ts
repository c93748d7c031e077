import { searchReader } from '../ui/search-reader.ts';

/** The query string of each list's address: its page and its filters. */
export const readWalletsSearch = searchReader({});
