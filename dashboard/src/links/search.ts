import { oneOf, searchReader, text } from '../ui/search-reader.ts';

/** `new` opens the form; `link` is the row that somebody was looking for. */
export const readLinksSearch = searchReader({ new: oneOf('1'), link: text(40) });
