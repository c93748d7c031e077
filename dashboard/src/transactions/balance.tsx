import { Button, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Balances, OnChainBalance } from '../api/operations.ts';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { OnChain } from '../chain/on-chain-balance.tsx';
import { Answer } from '../ui/answer.tsx';
import { Empty } from '../ui/empty.tsx';
import { Money } from '../ui/money.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { useWords } from '../words/use-words.ts';
import style from './transactions.module.css';
import { words } from './words.ts';

/** What went to the wallets, and beside it what the network shows in them now. */
export function Balance(): ReactNode {
  const say = useWords(words).balance;
  const query = useTenantQuery('getBalance');
  return (
    <section className={style['card']}>
      <Title order={2} size="h4">
        {say.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {say.note}
      </Text>
      <Answer query={query} failed={say.failed} waiting={<Skeleton className={style['waiting']} />}>
        {(balances) => <Wallets balances={balances} />}
      </Answer>
    </section>
  );
}

function Wallets({ balances: { balances, totals } }: { balances: Balances }): ReactNode {
  const say = useWords(words).balance;
  const params = useTenant();
  const mayRegister = useMay()('wallets:write');
  const isWide = useIsWide();
  if (balances.length === 0) {
    const register = (
      <Button
        renderRoot={(props) => <Link to="/$accountId/$mode/wallets" params={params} {...props} />}
      >
        {say.register}
      </Button>
    );
    return (
      <Empty icon="wallet" action={mayRegister && register}>
        {say.none}
      </Empty>
    );
  }
  const parts = { balances, totals };
  return (
    <>
      {isWide ? <Table {...parts} /> : <Cards {...parts} />}
      <Text size="sm" c="dimmed" mt="sm">
        {say.onChainNote}
      </Text>
    </>
  );
}

function Cards({ balances, totals }: Balances): ReactNode {
  const say = useWords(words).balance;
  const card = (name: string, figures: Balances['totals'], onChain?: OnChainBalance) => (
    <li key={name}>
      <div>{name}</div>
      <Line title={say.received} value={<Money cents={figures.receivedCents} />} />
      <Line title={say.pending} value={<Money cents={figures.pendingCents} />} />
      <Line title={say.refunded} value={<Money cents={figures.refundedCents} />} />
      {onChain && <Line title={say.onChain} value={<OnChain onChain={onChain} />} />}
    </li>
  );
  return (
    <ul className="ui-cards" aria-label={say.title}>
      {balances.map((wallet) => (
        <Fragment key={wallet.walletId}>
          {card(wallet.label || say.unlabelled, wallet, wallet.onChain)}
        </Fragment>
      ))}
      {balances.length > 1 && card(say.total, totals)}
    </ul>
  );
}

function Line({ title, value }: { title: string; value: ReactNode }): ReactNode {
  return (
    <div>
      <span className="ui-card-title">{title}</span>
      <span>{value}</span>
    </div>
  );
}

function Table({ balances, totals }: Balances): ReactNode {
  const say = useWords(words).balance;
  const titles = [say.received, say.pending, say.refunded, say.onChain];
  return (
    <div className={style['scroll']} tabIndex={0} role="region" aria-label={say.title}>
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">{say.wallet}</th>
            {titles.map((title) => (
              <th key={title} scope="col" className="ui-end">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balances.map((wallet) => (
            <tr key={wallet.walletId}>
              <th scope="row">
                <span className="ui-typed">{wallet.label || say.unlabelled}</span>
              </th>
              <Figures figures={wallet} />
              <td className="ui-end">
                <OnChain onChain={wallet.onChain} />
              </td>
            </tr>
          ))}
        </tbody>
        {balances.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{say.total}</th>
              <Figures figures={totals} />
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Figures({ figures }: { figures: Balances['totals'] }): ReactNode {
  const { receivedCents, pendingCents, refundedCents } = figures;
  return [receivedCents, pendingCents, refundedCents].map((cents, at) => (
    <td key={at} className="ui-end">
      <Money cents={cents} />
    </td>
  ));
}
