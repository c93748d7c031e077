import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { EndpointHealth } from '../api/operations.ts';
import { words as uiWords } from '../ui/words.ts';
import { count, dateTime } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import styles from './attempt-chart.module.css';
import { words } from './endpoint-words.ts';

type Hours = EndpointHealth['hours'];

const HEIGHT = 120;

/** Attempts per hour: successes at the bottom, failures stacked on top. */
export function AttemptChart({ hours }: { hours: Hours }): ReactNode {
  const say = useWords(words);
  const ui = useWords(uiWords);
  const [asTable, setAsTable] = useState(false);
  const total = hours.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0);
  if (total === 0) return <Text c="dimmed">{say.noChart}</Text>;
  return (
    <figure className={styles['chart']}>
      <Group component="figcaption" justify="space-between" mb="xs">
        <strong>{say.chart}</strong>
        <Button variant="subtle" size="compact-md" onClick={() => setAsTable(!asTable)}>
          {asTable ? ui.asChart : ui.asTable}
        </Button>
      </Group>
      {asTable ? <Table hours={hours} /> : <Columns hours={hours} />}
    </figure>
  );
}

function Columns({ hours }: { hours: Hours }): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const highest = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const width = 100 / Math.max(1, hours.length);
  const tall = (value: number) => (value === 0 ? 0 : Math.max(3, (value / highest) * HEIGHT));
  return (
    <>
      <svg
        role="img"
        aria-label={say.chart}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
      >
        {hours.map(({ at, succeeded, failed }, index) => {
          const x = index * width + width * 0.1;
          const [ok, bad] = [tall(succeeded), tall(failed)];
          return (
            <g key={at}>
              <title>{`${dateTime(at, language)}: ${say.chartOk} ${succeeded}, ${say.chartFailed} ${failed}`}</title>
              <rect
                className={styles['ok']}
                x={x}
                y={HEIGHT - ok}
                width={width * 0.8}
                height={ok}
              />
              <rect
                className={styles['failed']}
                x={x}
                y={Math.max(0, HEIGHT - ok - bad)}
                width={width * 0.8}
                height={bad}
              />
            </g>
          );
        })}
      </svg>
      <Group gap="lg" mt="xs">
        <Text size="sm" className={styles['key']} data-of="ok">
          {say.chartOk}
        </Text>
        <Text size="sm" className={styles['key']} data-of="failed">
          {say.chartFailed}
        </Text>
        <Text size="sm" c="dimmed">
          {say.most({ count: count(highest, language) })}
        </Text>
      </Group>
    </>
  );
}

function Table({ hours }: { hours: Hours }): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  return (
    <div className="ui-bars-table" tabIndex={0} role="region" aria-label={say.chart}>
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">{say.hour}</th>
            <th scope="col" className="ui-end">
              {say.chartOk}
            </th>
            <th scope="col" className="ui-end">
              {say.chartFailed}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...hours].reverse().map(({ at, succeeded, failed }) => (
            <tr key={at}>
              <td>{dateTime(at, language)}</td>
              <td className="ui-end">{count(succeeded, language)}</td>
              <td className="ui-end">{count(failed, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
