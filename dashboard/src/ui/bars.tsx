import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
}

interface BarsProps {
  /** What is shown: "Recebido por dia". */
  title: string;
  labelTitle: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}

const HEIGHT = 200;

export function Bars({ title, labelTitle, bars, format }: BarsProps): ReactNode {
  const say = useWords(words);
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="ui-bars">
      <figcaption>
        {title}
        <Button variant="subtle" size="compact-sm" onClick={() => setAsTable(!asTable)}>
          {asTable ? say.asChart : say.asTable}
        </Button>
      </figcaption>
      {asTable ? (
        <BarTable title={title} labelTitle={labelTitle} bars={bars} format={format} />
      ) : (
        <BarChart title={title} bars={bars} format={format} />
      )}
    </figure>
  );
}

function BarChart({ title, bars, format }: Omit<BarsProps, 'labelTitle'>): ReactNode {
  const say = useWords(words);
  const most = Math.max(0, ...bars.map((bar) => bar.value));
  const highest = Math.max(1, most);
  const width = 100 / Math.max(1, bars.length);
  return (
    <>
      <div className="ui-bars-most" aria-hidden="true">
        {say.highest({ value: format(most) })}
      </div>
      <svg
        role="img"
        aria-label={title}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
      >
        {bars.map(({ label, value }, index) => {
          const height = Math.max(value > 0 ? 2 : 0, (value / highest) * HEIGHT);
          return (
            <rect
              key={label}
              x={index * width + width * 0.15}
              y={HEIGHT - height}
              width={width * 0.7}
              height={height}
            >
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="ui-bars-ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </>
  );
}

function BarTable({ title, labelTitle, bars, format }: BarsProps): ReactNode {
  return (
    <div className="ui-bars-table" tabIndex={0} role="region" aria-label={title}>
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">{labelTitle}</th>
            <th scope="col" className="ui-end">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="ui-end">{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
