import type { Language } from './config.ts';

/** A sentence in both languages. */
export interface Words {
  readonly pt: string;
  readonly en: string;
}

export type Say = (words: Words) => string;

export function speak(language: Language): Say {
  return (words) => words[language];
}

/** The command has to be entered differently; nothing was done. */
export class UsageError extends Error {
  readonly words: Words;

  constructor(words: Words) {
    super(words.en);
    this.name = 'UsageError';
    this.words = words;
  }
}

/** The command could not be carried out, for a reason that did not come from the gateway. */
export class CliError extends Error {
  readonly code: string;
  readonly words: Words;

  constructor(code: string, words: Words) {
    super(words.en);
    this.name = 'CliError';
    this.code = code;
    this.words = words;
  }
}
