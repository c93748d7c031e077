import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { count } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { focusFirstWrong } from './focus-first-wrong.ts';
import { words } from './words.ts';

interface Limited {
  /** How many characters the server takes. */
  most: number;
}

/** One line of text that has a limit. */
export function TextField({ most, ...props }: TextInputProps & Limited): ReactNode {
  return <TextInput {...props} {...useLimit(most, props)} />;
}

/** Several lines of text that have a limit. */
export function TextArea({ most, ...props }: TextareaProps & Limited): ReactNode {
  return <Textarea {...props} {...useLimit(most, props)} />;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

interface LimitedProps<F extends Field> {
  value?: unknown;
  error?: ReactNode;
  ref?: Ref<F> | undefined;
}

/**
 * A `maxLength` would cut what is pasted without a word, and half a name or password is worse than
 * none. Instead, a text that is too long says so, and its form is not sent.
 */
export function useLimit<F extends Field>(most: number, { value, error, ref }: LimitedProps<F>) {
  const say = useWords(words);
  const language = useLanguage();
  const field = useRef<F>(null);
  const merged = useMergedRef(field, ref);
  const length = lengthOf(value);
  const isOver = length > most;
  useEffect(() => {
    const form = field.current?.form;
    if (!isOver || !form) return;
    // Before React hears of it, which listens further out.
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      focusFirstWrong();
    };
    form.addEventListener('submit', refuse);
    return () => form.removeEventListener('submit', refuse);
  }, [isOver]);
  if (!isOver) return { ref: merged, error };
  const text = say.tooLong({ most: count(most, language), length: count(length, language) });
  return { ref: merged, error: text, errorProps: { role: 'alert' } };
}

/** In characters, as the server counts them. */
export function lengthOf(text: unknown): number {
  return typeof text === 'string' ? [...text].length : 0;
}
