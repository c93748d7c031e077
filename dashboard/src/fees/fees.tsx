import { Alert, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AmountField } from '../amounts/amount-field.tsx';
import { amountProblem } from '../amounts/amount.ts';
import { words as amountWords } from '../amounts/words.ts';
import type { Fees as Schedules, FeeSchedule } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { PriceLine } from '../deposits/price-line.tsx';
import { Answer } from '../ui/answer.tsx';
import { Icon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { money, percent } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { Fee } from './fee.tsx';
import style from './fees.module.css';
import { words } from './words.ts';

/** What an account pays according to the API's documentation, unless the operator changed it. */
const USUAL: Schedules = {
  deposit: { percentBasisPoints: 200, fixedCents: 99 },
  withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
};

export function Fees(): ReactNode {
  const say = useWords(words);
  return (
    <Page title={say.title}>
      <div className={style['columns']}>
        <Table />
        <Calculator />
      </div>
    </Page>
  );
}

function Table(): ReactNode {
  const say = useWords(words);
  const query = useTenantQuery('getFees');
  return (
    <Part title={say.table} className={style['card']}>
      <Answer query={query} failed={say.failed} waiting={<Skeleton className={style['waiting']} />}>
        {(fees) => <Rows fees={fees} />}
      </Answer>
    </Part>
  );
}

function Rows({ fees }: { fees: Schedules }): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const isCustom =
    !isSame(fees.deposit, USUAL.deposit) || !isSame(fees.withdrawal, USUAL.withdrawal);
  const usual = {
    percent: percent(USUAL.deposit.percentBasisPoints, language),
    fixed: money(USUAL.deposit.fixedCents, language),
  };
  return (
    <Stack gap="sm">
      {isCustom && (
        <Alert variant="outline" icon={<Icon name="percent" />} title={say.custom}>
          {say.usual(usual)}
        </Alert>
      )}
      <div className="ui-list">
        <table className="ui-table">
          <thead>
            <tr>
              <th scope="col">{say.operation}</th>
              <th scope="col" className="ui-end">
                {say.fee}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{say.deposit}</td>
              <td className="ui-end">
                <Fee schedule={fees.deposit} />
              </td>
            </tr>
            <tr>
              <td>
                {say.withdrawal}
                <Text size="sm" c="dimmed">
                  {say.withdrawalNote}
                </Text>
              </td>
              <td className="ui-end">
                <Fee schedule={fees.withdrawal} />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <Text size="sm" c="dimmed">
        {say.links}
      </Text>
    </Stack>
  );
}

function isSame(one: FeeSchedule, other: FeeSchedule): boolean {
  return one.percentBasisPoints === other.percentBasisPoints && one.fixedCents === other.fixedCents;
}

function Calculator(): ReactNode {
  const say = useWords(words);
  const problems = useWords(amountWords).problem;
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [payer, setPayer] = useState('client');
  const [wasLeft, setWasLeft] = useState(false);
  const problem = typed === '' ? undefined : amountProblem(typed, language);
  return (
    <Part title={say.calculator} className={style['card']}>
      <Stack>
        <Text size="sm" c="dimmed">
          {say.calculatorNote}
        </Text>
        <AmountField
          aria-required={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWasLeft(false);
          }}
          onBlur={() => setWasLeft(true)}
          error={wasLeft && problem !== undefined && problems[problem]}
        />
        <Radio.Group label={say.payer} value={payer} onChange={setPayer}>
          <Stack gap="xs" mt="xs">
            <Radio value="client" label={say.client} />
            <Radio value="shop" label={say.shop} />
          </Stack>
        </Radio.Group>
        <PriceLine typed={typed} passFeesToPayer={payer === 'client'} />
      </Stack>
    </Part>
  );
}
