import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { NewDeposit } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useHasPassed } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { useFallbackMs } from '../live/use-live.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { useWords } from '../words/use-words.ts';
import style from './deposits.module.css';
import { PixCode } from './pix-code.tsx';
import { Simulate } from './simulate.tsx';
import { words } from './words.ts';

interface ChargeResultProps {
  made: NewDeposit;
  onAnother: () => void;
}

export function ChargeResult({ made, onAnother }: ChargeResultProps): ReactNode {
  const { result: say, reasons } = useWords(words);
  const tenant = useTenant();
  const { id, totalCents, expiresAt, pixQrCode, pixQrImage } = made;
  const everyMs = useFallbackMs();
  const { data } = useTenantQuery('getDepositDetail', { path: { id }, everyMs });
  const status = data?.status ?? made.status;
  const reason = data?.reason ?? 'awaiting';
  const isLate = useHasPassed(expiresAt);
  const first = useFocusOnMount<HTMLParagraphElement>();
  useEffect(() => {
    // The pressed button has gone with the status that it ended.
    if (document.activeElement === document.body) first.current?.focus();
  }, [first, status, reason, isLate]);
  return (
    <Stack>
      <Group justify="space-between">
        <Text ref={first} tabIndex={-1} className="ui-heading" size="xl" fw={700}>
          <Money cents={totalCents} />
        </Text>
        <div>
          <Status of="deposit" status={status} />
          {reason !== 'awaiting' && <span className={style['reason']}>{reasons[reason]}</span>}
        </div>
      </Group>
      {status === 'PENDING' && reason === 'awaiting' && (
        <>
          <PixCode code={pixQrCode} image={pixQrImage} totalCents={totalCents} isLate={isLate} />
          <Text size="sm" c="dimmed">
            {say.until} <DateTime at={expiresAt} />
          </Text>
        </>
      )}
      {status === 'PENDING' && tenant.mode === 'test' && data !== undefined && (
        <Simulate deposit={data} />
      )}
      <Group grow>
        <Button variant="default" onClick={onAnother}>
          {say.another}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/$accountId/$mode/deposits/$id"
              params={{ ...tenant, id }}
              search={(old: object) => ({ ...old, new: undefined })}
              {...props}
            />
          )}
        >
          {say.open}
        </Button>
      </Group>
    </Stack>
  );
}
