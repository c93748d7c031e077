import { Button, Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { OperatorAccountDetail } from '../api/operations.ts';
import type { Mode } from '../api/use-tenant.ts';
import { words as memberWords } from '../members/words.ts';
import { Copyable } from '../ui/copyable.tsx';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { listOf } from '../ui/list-state.ts';
import { List } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { useWords } from '../words/use-words.ts';
import { AccountSettings } from './account-settings.tsx';
import { words } from './account-words.ts';
import { Alerts } from './accounts.tsx';
import { ChangeSettings } from './change-settings.tsx';
import { ChangeShop } from './change-shop.tsx';
import { useAnyAccount } from './use-operator.ts';

type Opened = 'shop' | Mode;

export function OperatorAccount(): ReactNode {
  const say = useWords(words);
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useAnyAccount(id);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const crumbs = [{ label: say.title, link: { to: '/operator/accounts' } as const }];
  return (
    <Page title={data === undefined ? say.name : (data.name ?? data.email)} crumbs={crumbs}>
      {error !== null && (
        <Failure error={error} what={say.accountFailed} retry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height="46rem" aria-busy="true" />}
      {data !== undefined && (
        <>
          <Shop account={data} onChange={() => setOpened('shop')} />
          <AccountSettings mode="live" settings={data.live} onChange={() => setOpened('live')} />
          <AccountSettings mode="test" settings={data.test} onChange={() => setOpened('test')} />
          <Members account={data} />
        </>
      )}
      {data !== undefined && opened === 'shop' && <ChangeShop account={data} onClose={close} />}
      {data !== undefined && (opened === 'live' || opened === 'test') && (
        <ChangeSettings id={data.id} mode={opened} settings={data[opened]} onClose={close} />
      )}
    </Page>
  );
}

interface ShopProps {
  account: OperatorAccountDetail;
  onChange: () => void;
}

function Shop({ account, onChange }: ShopProps): ReactNode {
  const say = useWords(words);
  const { id, name, contact, website, email, createdAt, volume, alerts } = account;
  const volumeOf = ({ amountCents, count }: { amountCents: number; count: number }) => (
    <>
      <Money cents={amountCents} />
      {'\u00a0· '}
      {say.deposits({ count })}
    </>
  );
  return (
    <Section
      title={say.shop.title}
      actions={
        <Button variant="default" onClick={onChange}>
          {say.shop.change}
        </Button>
      }
    >
      <DataList
        facts={[
          { label: say.shop.name, value: name ?? say.shop.none },
          { label: say.shop.contact, value: contact ?? say.shop.none },
          { label: say.shop.website, value: website ?? say.shop.none },
          { label: say.email, value: <span className="ui-mono">{email}</span> },
          { label: say.code, value: <Copyable value={id} label={say.code} /> },
          { label: say.created, value: <DateTime at={createdAt} /> },
          { label: say.volumeOf.live, value: volumeOf(volume.live) },
          { label: say.volumeOf.test, value: volumeOf(volume.test) },
          { label: say.alerts, value: <Alerts alerts={alerts} /> },
        ]}
      />
    </Section>
  );
}

function Members({ account: { members } }: { account: OperatorAccountDetail }): ReactNode {
  const say = useWords(words);
  const roles = useWords(memberWords).names;
  return (
    <Section title={say.members}>
      <List
        label={say.members}
        list={listOf(members)}
        columns={[
          {
            name: 'email',
            title: say.email,
            cell: ({ email }) => <span className="ui-mono">{email}</span>,
          },
          { name: 'role', title: say.role, cell: ({ role }) => roles[role] },
        ]}
        rowId={({ userId }) => userId}
        empty={<Empty icon="users">{say.noMembers}</Empty>}
      />
    </Section>
  );
}
