import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Overview } from '../api/operations.ts';
import { Bars } from '../ui/bars.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { count, date, money, percent } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './home.module.css';
import { changeOf } from './overview-query.ts';
import { words } from './words.ts';

interface FiguresProps {
  overview: Overview | undefined;
  error: Error | null;
  retry: () => void;
}

/** What came in, compared with the period before; equally tall while it loads. */
export function Figures({ overview, error, retry }: FiguresProps): ReactNode {
  const say = useWords(words).figures;
  if (overview === undefined && error !== null) {
    return <Failure error={error} what={say.failed} retry={retry} />;
  }
  if (overview === undefined) {
    return (
      <div className={style['figures']} aria-busy="true">
        {[1, 2, 3, 4].map((block) => (
          <Skeleton key={block} height="8.6rem" />
        ))}
      </div>
    );
  }
  return (
    <>
      {error !== null && <Failure error={error} what={say.failed} retry={retry} />}
      <Sums overview={overview} />
    </>
  );
}

function Sums({ overview }: { overview: Overview }): ReactNode {
  const say = useWords(words).figures;
  const language = useLanguage();
  const { receivedCents, feeCents, paidCount, createdCount, previous } = overview;
  const counts = {
    paid: count(paidCount, language),
    created: count(createdCount, language),
  };
  return (
    <dl className={style['figures']} aria-label={say.label} style={{ margin: 0 }}>
      <Figure title={say.received} value={money(receivedCents, language)}>
        <ChangeText present={receivedCents} before={previous.receivedCents} />
      </Figure>
      <Figure title={say.fees} value={money(feeCents, language)}>
        <ChangeText present={feeCents} before={previous.feeCents} />
      </Figure>
      <Figure title={say.paid} value={say.paidOf(counts)}>
        <ChangeText present={paidCount} before={previous.paidCount} />
      </Figure>
      <Figure title={say.pending} value={money(overview.pendingCents, language)}>
        {say.pendingCount({ count: overview.pendingCount })}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  title: string;
  value: string;
  children: ReactNode;
}

function Figure({ title, value, children }: FigureProps): ReactNode {
  return (
    <div className={`${style['card']} ${style['figure']}`}>
      <dt>{title}</dt>
      <dd className={style['number']}>{value}</dd>
      <dd className={style['change']}>{children}</dd>
    </div>
  );
}

function ChangeText({ present, before }: { present: number; before: number }): ReactNode {
  const say = useWords(words).figures;
  const language = useLanguage();
  const change = changeOf(present, before);
  if (change === undefined) return present === 0 ? say.same : say.nothingBefore;
  if (change === 0) return say.same;
  const by = percent(Math.abs(change), language);
  return change > 0 ? say.up({ by }) : say.down({ by });
}

export function Days({ overview }: { overview: Overview | undefined }): ReactNode {
  const say = useWords(words).days;
  const language = useLanguage();
  if (overview === undefined) return <Skeleton height="20rem" />;
  const bars = overview.days.map(({ day, receivedCents }) => ({
    // At noon, so that it is the same day in every time zone.
    label: date(`${day}T12:00:00-03:00`, language),
    value: receivedCents,
  }));
  return (
    <div className={`${style['card']} ${style['chart']}`}>
      {bars.some(({ value }) => value > 0) ? (
        <Bars
          title={say.title}
          labelTitle={say.day}
          bars={bars}
          format={(cents) => money(cents, language)}
        />
      ) : (
        <Empty icon="deposit">{say.none}</Empty>
      )}
    </div>
  );
}
