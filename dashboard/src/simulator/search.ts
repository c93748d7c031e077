import { oneOf, searchReader, text } from '../ui/search-reader.ts';

/** Charges by default, and the one that is being played with. */
export const readSimulatorSearch = searchReader({ tipo: oneOf('saques'), id: text(40) });
