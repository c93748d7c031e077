import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** What it is, for people and for the copy button: "curl". */
  label: string;
  onCopied?: () => void;
}

export function CodeBlock({ code, label, onCopied }: CodeBlockProps): ReactNode {
  const copied = onCopied === undefined ? {} : { onCopied };
  return (
    <figure className="ui-code">
      <figcaption>
        {label}
        <CopyButton value={code} label={label} compact {...copied} />
      </figcaption>
      {/* It scrolls, so it must be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
