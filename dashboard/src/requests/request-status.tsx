import type { ReactNode } from 'react';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** The number, and what it means in a word. */
export function RequestStatus(props: { status: number; error: string | null }): ReactNode {
  const { status, error } = props;
  const say = useWords(words).filter;
  const tag =
    status < 400 ? (
      <Tag tone="ok" icon="check">
        {status} {say.ok}
      </Tag>
    ) : (
      <Tag tone={status < 500 ? 'warn' : 'danger'} icon={status < 500 ? 'close' : 'alert'}>
        {status} {(status < 500 ? say.client_error : say.server_error).replace(/ \(.*$/, '')}
      </Tag>
    );
  return (
    <>
      {tag}
      {error !== null && (
        <>
          <br />
          <span className="ui-mono">{error}</span>
        </>
      )}
    </>
  );
}
