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

/** What the person has to type in another way; nothing was done. */
export class UsageError extends Error {
  readonly words: Words;

  constructor(words: Words) {
    super(words.en);
    this.name = 'UsageError';
    this.words = words;
  }
}

/** The command could not be carried out, for a reason that the gateway did not give. */
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
