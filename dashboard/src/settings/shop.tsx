import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, useMe } from '../api/me.ts';
import type { Account } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Answer } from '../ui/answer.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { SettingsPage } from './settings-page.tsx';
import style from './settings.module.css';
import { ShopForm } from './shop-form.tsx';
import { useAccountQuery } from './use-account.ts';
import { words } from './words.ts';

export function Shop(): ReactNode {
  const say = useWords(words).shop;
  const mayChange = useMay()('account:manage');
  const query = useAccountQuery('getAccount');
  return (
    <SettingsPage section="shop">
      <Answer query={query} failed={say.failed} waiting={<Skeleton height="44rem" />}>
        {(account) => (
          <>
            <Section title={say.aboutTitle} about={say.about}>
              {mayChange ? (
                <ShopForm key={account.id} account={account} />
              ) : (
                <ShopFacts account={account} />
              )}
            </Section>
            <AccountFacts account={account} />
          </>
        )}
      </Answer>
    </SettingsPage>
  );
}

function ShopFacts({ account: { name, contact, website } }: { account: Account }): ReactNode {
  const say = useWords(words).shop;
  return (
    <>
      <DataList
        facts={[
          { label: say.name, value: name ?? say.none },
          { label: say.contact, value: contact ?? say.none },
          { label: say.website, value: website ?? say.none },
        ]}
      />
      <p>{say.readOnly}</p>
    </>
  );
}

function AccountFacts({ account }: { account: Account }): ReactNode {
  const say = useWords(words).shop;
  const params = useTenant();
  const { installation } = useMe();
  const modes = installation.isLive ? (['test', 'live'] as const) : (['test'] as const);
  return (
    <Section title={say.accountTitle}>
      <DataList
        facts={[
          { label: say.email, value: account.email },
          { label: say.id, value: <Copyable value={account.id} label={say.id} /> },
          { label: say.created, value: <DateTime at={account.createdAt} /> },
          ...modes.map((mode) => ({
            label: say[mode],
            value: <Switches {...account[mode]} />,
          })),
        ]}
      />
      <p>
        <Link to="/$accountId/$mode/fees" params={params}>
          {say.fees}
        </Link>
      </p>
    </Section>
  );
}

function Switches(settings: { depositsEnabled: boolean; withdrawalsEnabled: boolean }): ReactNode {
  const say = useWords(words).shop;
  const rows = [
    [say.deposits, settings.depositsEnabled],
    [say.withdrawals, settings.withdrawalsEnabled],
  ] as const;
  return rows.map(([name, isOn]) => (
    <span key={name} className={style['switch']}>
      {name}{' '}
      <Tag tone={isOn ? 'ok' : 'neutral'} icon={isOn ? 'check' : 'close'}>
        {isOn ? say.on : say.off}
      </Tag>
    </span>
  ));
}
