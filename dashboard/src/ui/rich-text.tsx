import type { ReactNode } from 'react';

/** A sentence of the catalogue in which **two asterisks** mark bold text. */
export function RichText({ children }: { children: string }): ReactNode {
  return children
    .split('**')
    .map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part));
}
