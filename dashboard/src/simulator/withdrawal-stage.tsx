import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { SAMPLE_TAX_ID } from '../documents/tax-id.ts';
import { useWords } from '../words/use-words.ts';
import { CreateByAmount } from './create-by-amount.tsx';
import { OperationDetail } from './operation-detail.tsx';
import { PlayButtons } from './play-buttons.tsx';
import { playWithdrawal, withdrawalPlaysFor } from './plays.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

export function WithdrawalStage(): ReactNode {
  const say = useWords(words);
  const query = useTenantQuery('listWithdrawals', { query: { limit: 10 }, everyMs: 5_000 });
  return (
    <Stage
      of="withdrawal"
      title={say.withdrawals}
      query={query}
      failed={say.withdrawalsFailed}
      empty={say.noWithdrawals}
      hint={say.chooseWithdrawal}
      create={(onCreated) => <CreateWithdrawal onCreated={onCreated} />}
      detail={(id) => <Withdrawal key={id} id={id} />}
    />
  );
}

function CreateWithdrawal({ onCreated }: { onCreated: (id: string) => void }): ReactNode {
  const say = useWords(words);
  const mayWithdraw = useMay()('withdrawal:create');
  const call = useTenantCall();
  if (!mayWithdraw) return <Text c="dimmed">{say.mayNotWithdraw}</Text>;
  return (
    <CreateByAmount
      button={say.createWithdrawal}
      create={(amountCents, idempotencyKey) =>
        call('createWithdrawal', {
          // The document is itself the Pix key.
          body: { amountCents, pixKeyType: 'CPF', pixKey: SAMPLE_TAX_ID, taxId: SAMPLE_TAX_ID },
          idempotencyKey,
        })
      }
      list="listWithdrawals"
      onCreated={onCreated}
    />
  );
}

function Withdrawal({ id }: { id: string }): ReactNode {
  const say = useWords(words);
  const mayWithdraw = useMay()('withdrawal:create');
  const call = useTenantCall();
  const withdrawal = useTenantQuery('getWithdrawalDetail', { path: { id }, everyMs: 2_000 });
  const status = withdrawal.data?.status ?? 'PENDING';
  const hasArrived = (withdrawal.data?.chain.state ?? 'unchecked') !== 'unchecked';
  const asksCents = withdrawal.data?.depositAmountCents ?? 0;
  const play = useAct(
    (name: ReturnType<typeof withdrawalPlaysFor>[number]) =>
      playWithdrawal(call, { id, asksCents }, name),
    ['getWithdrawalDetail', 'listWithdrawals', 'listWebhookDeliveries'],
  );
  const plays = withdrawalPlaysFor(status, hasArrived);
  return (
    <OperationDetail of="withdrawal" id={id} operation={withdrawal}>
      {mayWithdraw && (
        <PlayButtons
          title={say.happens}
          plays={plays.map((name) => ({
            name,
            label: say.withdrawalPlays[name],
            hint: say.withdrawalHints[name],
          }))}
          act={play}
          over={plays.length === 0 ? say.over : undefined}
        />
      )}
    </OperationDetail>
  );
}
