import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { callForFile } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ActButton } from '../ui/act-button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface ProofProps {
  depositId: string;
  /** Whether we cannot tell what was paid. */
  isHidden: boolean;
}

/** What a third party needs to check a payment without us. */
export function Proof({ depositId, isHidden }: ProofProps): ReactNode {
  const say = useWords(words).proof;
  const tenant = useTenant();
  const name = `${depositId}.json`;
  const fetched = useOneAct(async () => {
    saveFile(await callForFile('getDepositProof', { path: { ...tenant, id: depositId } }), name);
    toast.success(say.done);
  });
  return (
    <details>
      <summary>{say.title}</summary>
      <Stack gap="sm" mt="xs">
        <Text size="sm">{isHidden ? say.aboutHidden : say.about}</Text>
        <div>
          <ActButton
            variant="default"
            leftSection={<Icon name="download" />}
            busy={fetched.isPending}
            onClick={() => fetched.mutate(undefined)}
          >
            {say.download}
          </ActButton>
        </div>
        {fetched.error !== null && <Failure error={fetched.error} />}
        <CodeBlock label={say.command} code={`npm run -s ponte -- verify-proof ${name}`} />
      </Stack>
    </details>
  );
}
