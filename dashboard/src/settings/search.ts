import { searchReader, text } from '../ui/search-reader.ts';

/** What the address of each list says after the question mark: its page and its filters. */
export const readAuditSearch = searchReader({
  quem: text(254),
});

export const readTeamSearch = searchReader({});
