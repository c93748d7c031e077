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
import { depositPlaysFor, playDeposit } from './plays.ts';
import { readSimulatorSearch } from './search.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

/** A valid CPF that belongs to nobody in particular. */
const PAYER = '12345678909';
const SHOWN = 10;

export function ChargeStage(): ReactNode {
  const say = useWords(words);
  const [{ id }, change] = useFilters(readSimulatorSearch);
  const list = useTenantQuery('listDeposits', { query: { limit: SHOWN }, everyMs: 5_000 });
  const choose = (chosen: string) => change({ id: chosen }, 'replace');
  return (
    <Stage
      left={
        <>
          <CreateCharge onCreated={choose} />
          <OperationList
            of="deposit"
            title={say.charges}
            rows={list.data?.data}
            error={list.error}
            failed={say.chargesFailed}
            empty={say.noCharges}
            retry={() => void list.refetch()}
            chosen={id}
            onChoose={choose}
          />
        </>
      }
      right={id === undefined ? <Text c="dimmed">{say.choose}</Text> : <Charge key={id} id={id} />}
    />
  );
}

function CreateCharge({ onCreated }: { onCreated: (id: string) => void }): ReactNode {
  const say = useWords(words);
  const mayCharge = useMay()('deposit:create');
  const call = useTenantCall();
  const [idempotencyKey, setKey] = useState(makeUuid);
  const create = useAct(
    (amountCents: number) =>
      call('createDeposit', { body: { amountCents, taxId: PAYER }, idempotencyKey }),
    ['listDeposits'],
  );
  if (!mayCharge) return null;
  return (
    <CreateByAmount
      button={say.createCharge}
      act={create}
      onNewKey={() => setKey(makeUuid())}
      onCreated={({ id }) => onCreated(id)}
    />
  );
}

function Charge({ id }: { id: string }): ReactNode {
  const say = useWords(words);
  const mayCharge = useMay()('deposit:create');
  const call = useTenantCall();
  const charge = useTenantQuery('getDepositDetail', { path: { id }, everyMs: 2_000 });
  const { status = 'PENDING', payer = '', paidCents = null } = charge.data ?? {};
  const isPaid = paidCents !== null;
  const play = useAct(
    (name: ReturnType<typeof depositPlaysFor>[number]) =>
      playDeposit(call, { id, status, payer }, name),
    ['getDepositDetail', 'listDeposits', 'listWebhookDeliveries'],
  );
  const plays = depositPlaysFor(status, isPaid);
  const over = status === 'CONFIRMED' || isPaid ? say.paidAlready : say.over;
  return (
    <OperationDetail of="deposit" id={id} operation={charge}>
      {mayCharge && (
        <PlayButtons
          title={say.payAs}
          plays={plays.map((name) => ({
            name,
            label: say.plays[name],
            hint: say.playHints[name],
          }))}
          act={play}
          over={plays.length > 1 ? undefined : over}
        />
      )}
    </OperationDetail>
  );
}
