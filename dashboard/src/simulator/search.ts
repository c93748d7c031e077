import { oneOf, searchReader, text } from '../ui/search-reader.ts';

/** Charges unless told, and the one that is played with. */
export const readSimulatorSearch = searchReader({ tipo: oneOf('saques'), id: text(40) });
