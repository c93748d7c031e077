import { useLanguage } from './language.ts';

type Sentence = string | ((values: never) => string);

interface Catalogue {
  readonly [key: string]: Sentence | Catalogue;
}

/** The same keys and the same named values, in other words. */
type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Shape<T[K]>;
};

export interface Words<T> {
  readonly pt: Shape<T>;
  readonly en: Shape<T>;
}

/**
 * Portuguese is the source; an English catalogue with a sentence missing or extra does not compile.
 */
export function defineWords<const T extends Catalogue>(words: {
  pt: T;
  en: Shape<NoInfer<T>>;
}): Words<T> {
  // A catalogue has its own shape, which the compiler cannot see through a type parameter.
  return { pt: words.pt as unknown as Shape<T>, en: words.en };
}

export function useWords<T>(words: Words<T>): Shape<T> {
  return words[useLanguage()];
}
