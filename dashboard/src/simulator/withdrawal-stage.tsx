import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { makeUuid } from '../api/make-uuid.ts';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { useFilters } from '../ui/filters.tsx';
import { useWords } from '../words/use-words.ts';
import { CreateByAmount } from './create-by-amount.tsx';
import { OperationDetail } from './operation-detail.tsx';
import { OperationList } from './operation-list.tsx';
import { PlayButtons } from './play-buttons.tsx';
import { playWithdrawal, withdrawalPlaysFor } from './plays.ts';
import { readSimulatorSearch } from './search.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

/**
 * Who gets the Pix: a valid CPF that belongs to nobody in particular, itself used as the Pix key.
 */
const RECEIVER = '12345678909';
const SHOWN = 10;

export function WithdrawalStage(): ReactNode {
  const say = useWords(words);
  const [{ id }, change] = useFilters(readSimulatorSearch);
  const list = useTenantQuery('listWithdrawals', { query: { limit: SHOWN }, everyMs: 5_000 });
  const choose = (chosen: string) => change({ id: chosen }, 'replace');
  return (
    <Stage
      left={
        <>
          <CreateWithdrawal onCreated={choose} />
          <OperationList
            of="withdrawal"
            title={say.withdrawals}
            rows={list.data?.data}
            error={list.error}
            failed={say.withdrawalsFailed}
            empty={say.noWithdrawals}
            retry={() => void list.refetch()}
            chosen={id}
            onChoose={choose}
          />
        </>
      }
      right={
        id === undefined ? (
          <Text c="dimmed">{say.chooseWithdrawal}</Text>
        ) : (
          <Withdrawal key={id} id={id} />
        )
      }
    />
  );
}

function CreateWithdrawal({ onCreated }: { onCreated: (id: string) => void }): ReactNode {
  const say = useWords(words);
  const mayWithdraw = useMay()('withdrawal:create');
  const call = useTenantCall();
  const [idempotencyKey, setKey] = useState(makeUuid);
  const create = useAct(
    (amountCents: number) =>
      call('createWithdrawal', {
        body: { amountCents, pixKeyType: 'CPF', pixKey: RECEIVER, taxId: RECEIVER },
        idempotencyKey,
      }),
    ['listWithdrawals'],
  );
  if (!mayWithdraw) return <Text c="dimmed">{say.mayNotWithdraw}</Text>;
  return (
    <CreateByAmount
      button={say.createWithdrawal}
      act={create}
      onNewKey={() => setKey(makeUuid())}
      onCreated={({ id }) => onCreated(id)}
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
