import { oneOf, searchReader, text } from '../ui/search-reader.ts';

/** `new` opens the form; `link` is a row that somebody is looking for. */
export const readLinksSearch = searchReader({ new: oneOf('1'), link: text(40) });
