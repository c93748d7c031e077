import type { Language } from '../../refusals.ts';
import { EN } from './words-en.ts';
import { PT, type Words } from './words-pt.ts';

export const WORDS: Readonly<Record<Language, Words>> = { pt: PT, en: EN };
