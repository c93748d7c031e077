import { searchReader, text } from '../ui/search-reader.ts';

/** The query string of each list's address: its page and its filters. */
export const readAuditSearch = searchReader({
  quem: text(254),
});

export const readTeamSearch = searchReader({});
