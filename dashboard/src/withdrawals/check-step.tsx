import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WithdrawalOrder } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { formatTaxId } from '../documents/tax-id.ts';
import { Fee as FeeOf } from '../fees/fee.tsx';
import { ActButton } from '../ui/act-button.tsx';
import { DataList } from '../ui/data-list.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { WaitLabel } from '../ui/wait-label.tsx';
import { useWords } from '../words/use-words.ts';
import { formatKey, isOfAnother } from './pix-key.ts';
import { words } from './words.ts';

interface CheckStepProps {
  order: WithdrawalOrder;
  waitSeconds: number;
  onBack: () => void;
  onConfirm: () => void;
}

/** The second step: everything once more, in full, since a mistake here cannot be undone. */
export function CheckStep({ order, waitSeconds, onBack, onConfirm }: CheckStepProps): ReactNode {
  const say = useWords(words);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { amountCents, pixKeyType, pixKey, taxId, externalId } = order;
  const facts = [
    { label: say.check.receives, value: <Money cents={amountCents} /> },
    { label: say.check.key, value: <strong>{formatKey(pixKeyType, pixKey)}</strong> },
    { label: say.check.type, value: say.types[pixKeyType] },
    { label: say.check.taxId, value: formatTaxId(taxId) },
    { label: say.check.externalId, value: externalId },
    { label: say.check.fee, value: <Fee /> },
    { label: say.check.send, value: say.check.sendText },
  ];
  return (
    <Stack>
      <Title order={2} size="h4" ref={heading} tabIndex={-1} className="ui-heading">
        {say.check.heading}
      </Title>
      {isOfAnother({ key: pixKey, type: pixKeyType }, taxId) && (
        <Notice role="status" title={say.form.otherHolder} />
      )}
      <DataList facts={facts} />
      <Text>{say.check.why}</Text>
      <Group grow>
        <Button variant="default" onClick={onBack}>
          {say.check.back}
        </Button>
        <ActButton disabled={waitSeconds > 0} onClick={onConfirm}>
          <WaitLabel seconds={waitSeconds}>{say.check.confirm}</WaitLabel>
        </ActButton>
      </Group>
    </Stack>
  );
}

function Fee(): ReactNode {
  const say = useWords(words).check;
  const { data, error } = useTenantQuery('getFees');
  if (error !== null && data === undefined) return say.feeFailed;
  if (data === undefined) return <Skeleton height="1.25rem" width="6rem" />;
  return <FeeOf schedule={data.withdrawal} />;
}
