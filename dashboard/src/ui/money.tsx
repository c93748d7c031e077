import type { ReactNode } from 'react';
import { depix, money } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';

/** Tabular figures, so that amounts below each other can be compared. */
export function Money({ cents }: { cents: number }): ReactNode {
  return <span className="ui-figures">{money(cents, useLanguage())}</span>;
}

export function Depix({ cents }: { cents: number }): ReactNode {
  return <span className="ui-figures">{depix(cents, useLanguage())}</span>;
}
