import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { SAMPLE_TAX_ID } from '../documents/tax-id.ts';
import { useWords } from '../words/use-words.ts';
import { CreateByAmount } from './create-by-amount.tsx';
import { OperationDetail } from './operation-detail.tsx';
import { PlayButtons } from './play-buttons.tsx';
import { depositPlaysFor, playDeposit } from './plays.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

export function ChargeStage(): ReactNode {
  const say = useWords(words);
  const query = useTenantQuery('listDeposits', { query: { limit: 10 }, everyMs: 5_000 });
  return (
    <Stage
      of="deposit"
      title={say.charges}
      query={query}
      failed={say.chargesFailed}
      empty={say.noCharges}
      hint={say.choose}
      create={(onCreated) => <CreateCharge onCreated={onCreated} />}
      detail={(id) => <Charge key={id} id={id} />}
    />
  );
}

function CreateCharge({ onCreated }: { onCreated: (id: string) => void }): ReactNode {
  const say = useWords(words);
  const mayCharge = useMay()('deposit:create');
  const call = useTenantCall();
  if (!mayCharge) return null;
  return (
    <CreateByAmount
      button={say.createCharge}
      create={(amountCents, idempotencyKey) =>
        call('createDeposit', { body: { amountCents, taxId: SAMPLE_TAX_ID }, idempotencyKey })
      }
      list="listDeposits"
      onCreated={onCreated}
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
