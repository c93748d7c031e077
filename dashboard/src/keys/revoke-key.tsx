import type { ReactNode } from 'react';
import type { ApiKey } from '../api/operations.ts';
import { useNow } from '../api/use-now.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ConfirmAct } from '../ui/confirm-act.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { relative } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { isBusy } from './usage.ts';
import { words } from './words.ts';

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const now = useNow('world');
  const call = useTenantCall();
  const { id, lastUsedAt, lastUsedFrom } = apiKey;
  const name = apiKey.name || say.unnamed;
  const revoke = useAct(() => call('revokeKey', { path: { id } }), ['listKeys']);
  const from = lastUsedFrom === null ? '' : ` ${say.from({ address: lastUsedFrom })}`;
  const used =
    lastUsedAt === null
      ? say.never
      : `${say.used({ when: relative(lastUsedAt, now, language) })}${from}`;
  return (
    <ConfirmAct
      act={revoke}
      title={say.revokeTitle}
      confirm={say.revokeTitle}
      done={say.done}
      typeName={isBusy(apiKey) ? name : undefined}
      onClose={onClose}
    >
      <RichText>{say.revokeText({ name })}</RichText> {say.stops} {used}.
    </ConfirmAct>
  );
}
