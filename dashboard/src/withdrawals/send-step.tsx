import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { hrefOf } from '../api/call.ts';
import { useMay } from '../api/me.ts';
import type { WithdrawalDetail } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { maySend, wrongOf } from '../chain/arrival.ts';
import { WithdrawalNotice } from '../chain/withdrawal-chain.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { AgoBesideDate, DateTime } from '../ui/date-time.tsx';
import { Icon } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { dateTime, depix } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { Progress } from './progress.tsx';
import { SimulateWithdrawal } from './simulate-withdrawal.tsx';
import { useIsLate, useIsVain } from './use-is-late.ts';
import style from './withdrawals.module.css';
import { words } from './words.ts';

interface SendStepProps {
  withdrawal: WithdrawalDetail;
  /** On a page of its own, with room for two columns. */
  isWide?: boolean;
}

/** The third step: what to send where by when, and what became of it. */
export function SendStep({ withdrawal, isWide = false }: SendStepProps): ReactNode {
  const { mode } = useTenant();
  const isWaiting = withdrawal.status === 'PENDING';
  const isLate = useIsLate(withdrawal);
  const isVain = useIsVain(withdrawal);
  const order = orderIn(isWide);
  return (
    <div className={style['send']} data-two={(isWide && isWaiting && !isLate) || undefined}>
      <WithdrawalNotice withdrawal={withdrawal} />
      {isWaiting && !isLate && <Awaited withdrawal={withdrawal} isWide={isWide} />}
      {isVain && <Expired isWide={isWide} />}
      {!isWaiting && <Ending withdrawal={withdrawal} isWide={isWide} />}
      {!isVain && <Progress withdrawal={withdrawal} order={order} />}
      {isWide && withdrawal.status === 'COMPLETED' && <Next showsList />}
      {mode === 'test' && isWaiting && (
        <div className={style['wide']}>
          <SimulateWithdrawal
            id={withdrawal.id}
            order={order}
            hasArrived={withdrawal.chain.state !== 'unchecked'}
          />
        </div>
      )}
    </div>
  );
}

/** Of its headings, below the page's own or, in the drawer, below the drawer's title. */
function orderIn(isWide: boolean): 2 | 3 {
  return isWide ? 2 : 3;
}

/** Where to send; removed once something has arrived, so that nobody pays twice. */
function Awaited({ withdrawal, isWide }: Required<SendStepProps>): ReactNode {
  const say = useWords(words).send;
  const payment = <Payment withdrawal={withdrawal} isWide={isWide} />;
  if (withdrawal.chain.state === 'unchecked') return payment;
  if (!maySend(withdrawal)) return null;
  return (
    <details className={`${style['raw']} ${style['wide']}`}>
      <summary>{wrongOf(withdrawal) === undefined ? say.showAgain : say.notMine}</summary>
      <div className={style['send']}>{payment}</div>
    </details>
  );
}

function Payment({ withdrawal, isWide }: Required<SendStepProps>): ReactNode {
  const say = useWords(words).send;
  const language = useLanguage();
  const { depositAmountCents, depositAddress, expiresAt } = withdrawal;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWide) heading.current?.focus();
  }, [isWide]);
  const amount = depix(depositAmountCents, language);
  const Part = isWide ? 'h3' : 'h4';
  return (
    <>
      <Title
        order={orderIn(isWide)}
        size="h4"
        ref={heading}
        tabIndex={-1}
        className={`ui-heading ${style['wide']}`}
      >
        {say.heading}
      </Title>
      <p className={`${style['warning']} ${style['wide']}`} style={{ margin: 0 }}>
        <Icon name="alert" size={24} />
        <span>
          <RichText>{say.warning({ amount, until: dateTime(expiresAt, language) })}</RichText>
        </span>
      </p>
      <div className={style['box']}>
        <Part>{say.amount}</Part>
        <span className={style['big']}>{amount}</span>
        {/* Wallets take a decimal point, whatever the language of this page. */}
        <CopyButton value={(depositAmountCents / 100).toFixed(2)} label={say.copyAmount} />
        <Part>{say.address}</Part>
        <Address address={depositAddress} />
        <CopyButton value={depositAddress} label={say.copyAddress} variant="filled" />
        <Text size="sm" c="dimmed">
          {say.addressNote}
        </Text>
        <Part>{say.deadline}</Part>
        <Text>
          <DateTime at={expiresAt} /> (<AgoBesideDate at={expiresAt} />)
        </Text>
        <Text size="sm" c="dimmed">
          {say.network}
        </Text>
      </div>
      <Scan withdrawal={withdrawal} />
    </>
  );
}

function Scan({ withdrawal: { id, liquidUri } }: { withdrawal: WithdrawalDetail }): ReactNode {
  const say = useWords(words).send;
  const path = { ...useTenant(), id };
  return (
    <div className={style['box']}>
      <img
        src={hrefOf('getWithdrawalQr', { path })}
        alt={say.qr}
        width={288}
        height={288}
        className={style['qr']}
      />
      <Button component="a" href={liquidUri} variant="default" fullWidth>
        {say.open}
      </Button>
    </div>
  );
}

/** With the ends that are to be compared in bold. */
function Address({ address }: { address: string }): ReactNode {
  return (
    <span className="ui-mono">
      <span className={style['ends']}>{address.slice(0, 6)}</span>
      {address.slice(6, -6)}
      <span className={style['ends']}>{address.slice(-6)}</span>
    </span>
  );
}

function Ending({ withdrawal, isWide }: Required<SendStepProps>): ReactNode {
  const { status, reason } = withdrawal;
  const say = useWords(words);
  if (status === 'EXPIRED') return <Expired isWide={isWide} />;
  if (status !== 'FAILED') return null;
  const failed = reason === 'refunded' ? say.send.refunded : say.send.failed;
  return (
    <Ended isWide={isWide}>
      <RichText>{failed}</RichText>
      {reason !== null && ` (${say.reasons[reason]})`}
    </Ended>
  );
}

function Expired({ isWide }: { isWide: boolean }): ReactNode {
  const say = useWords(words).send;
  return (
    <Ended isWide={isWide}>
      <RichText>{say.expired}</RichText>
    </Ended>
  );
}

function Ended({ isWide, children }: { isWide: boolean; children: ReactNode }): ReactNode {
  return (
    <>
      <div role="alert" className={style['warning']} data-tone="danger">
        <Icon name="alert" size={24} />
        <span>{children}</span>
      </div>
      <Next showsList={isWide} />
    </>
  );
}

function Next({ showsList }: { showsList: boolean }): ReactNode {
  const say = useWords(words).send;
  const params = useTenant();
  const mayWithdraw = useMay()('withdrawal:create');
  return (
    <Group>
      {mayWithdraw && (
        <Button
          renderRoot={(props) => (
            <Link to="/$accountId/$mode/withdrawals/new" params={params} search={{}} {...props} />
          )}
        >
          {say.again}
        </Button>
      )}
      {showsList && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/$accountId/$mode/withdrawals" params={params} {...props} />
          )}
        >
          {say.list}
        </Button>
      )}
    </Group>
  );
}
