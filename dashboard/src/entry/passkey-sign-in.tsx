import { Divider } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { callAtEntry } from '../api/call.ts';
import { canUsePasskeys, showPasskey } from '../passkeys/passkey.ts';
import { usePasskeyText } from '../passkeys/use-passkey-text.ts';
import { words as passkeyWords } from '../passkeys/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Icon } from '../ui/icons.tsx';
import { useWords } from '../words/use-words.ts';
import { useEntry } from './use-entry.ts';
import { useSuggestedPasskey } from './use-suggested-passkey.ts';
import { words } from './words.ts';

/** A button, and the browser's own suggestion in the e-mail field. */
export function PasskeySignIn({ onDone }: { onDone: () => void }): ReactNode {
  const say = useWords(words);
  const { use } = useWords(passkeyWords);
  const { passkeys } = useEntry();
  const isOffered = passkeys && canUsePasskeys();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const problemText = usePasskeyText();
  useSuggestedPasskey(isOffered && !busy, {
    attempt: () => attempt(true),
    onDone,
    onRefused: setProblem,
  });

  if (!isOffered) return null;
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await attempt(false);
      onDone();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <>
      <Divider label={say.or} />
      <ActButton
        variant="default"
        size="md"
        px="sm"
        fullWidth
        leftSection={<Icon name="key" />}
        busy={busy}
        onClick={() => void press()}
      >
        {use}
      </ActButton>
      {problem !== undefined && <p role="alert">{problemText(problem)}</p>}
    </>
  );
}

async function attempt(suggested: boolean): Promise<void> {
  const { options } = await callAtEntry('beginPasskeySignIn');
  const response = await showPasskey(options, { suggested });
  await callAtEntry('signInWithPasskey', { body: { response } });
}
