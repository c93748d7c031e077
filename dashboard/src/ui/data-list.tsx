import type { ReactNode } from 'react';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Names and values of one thing; facts without a value are left out. */
export function DataList({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="ui-data">
      {facts
        .filter(({ value }) => value !== undefined && value !== null && value !== false)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
