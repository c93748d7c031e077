import { Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ResponseOf } from '../api/call.ts';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { words as uiWords } from '../ui/words.ts';
import { toast } from '../ui/toast.tsx';
import { money } from '../words/format.ts';
import { type Language, useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { spanInWords } from './span.ts';
import { words } from './words.ts';

type Case = ResponseOf<'listSandboxCases'>['cases'][number];

/** Everything that can be rehearsed, with the amount or document that triggers each case. */
export function CaseList(): ReactNode {
  const say = useWords(words).cases;
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useTenantQuery('listSandboxCases');
  const found = data?.cases.filter((one) =>
    textOf(one, language).includes(typed.trim().toLowerCase()),
  );
  return (
    <section aria-label={say.title}>
      <Title order={2} size="h4">
        {say.title}
      </Title>
      <Text c="dimmed" mb="sm">
        {say.intro}
      </Text>
      {error !== null && <Failure error={error} retry={() => void refetch()} what={say.failed} />}
      <TextInput
        type="search"
        label={say.look}
        mb="sm"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Text aria-live="polite" size="sm" c="dimmed">
        {found?.length === 0 && say.none}
      </Text>
      <div className="ui-list">
        <table className="ui-table" aria-label={say.title}>
          <thead>
            <tr>
              <th scope="col">{say.value}</th>
              <th scope="col">{say.effect}</th>
            </tr>
          </thead>
          <tbody>
            {found?.map((one) => (
              <CaseRow key={one.name} one={one} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Each is a separate act: a second case can be started while the first is running. */
function CaseRow({ one }: { one: Case }): ReactNode {
  const say = useWords(words).cases;
  const language = useLanguage();
  const may = useMay();
  const call = useTenantCall();
  const run = useAct(
    () => call('runSandboxCase', { path: { name: one.name } }),
    ['listDeposits', 'listWithdrawals'],
  );
  const [operation = 'deposit'] = one.operations;
  return (
    <tr>
      <td>
        <Stack gap="xs" align="flex-start">
          <span className="ui-figures">
            {one.amountCents === null
              ? say.document(one.taxId ?? '')
              : money(one.amountCents, language)}
          </span>
          {may(operation === 'deposit' ? 'deposit:create' : 'withdrawal:create') && (
            <ActButton
              variant="default"
              busy={run.isPending}
              onClick={() => run.mutate(undefined, { onSuccess: () => toast.success(say.ran) })}
              aria-label={say.runCase(one.title[language])}
            >
              {say.run}
            </ActButton>
          )}
        </Stack>
      </td>
      <td>
        <strong>{one.title[language]}.</strong> {one.description[language]}
        <br />
        <Text component="span" size="sm" c="dimmed">
          <Outcome one={one} />
        </Text>
        {run.error !== null && <Failure error={run.error} />}
      </td>
    </tr>
  );
}

/** In lower case, for searching. */
function textOf(
  { name, title, description, amountCents, taxId }: Case,
  language: Language,
): string {
  const value = amountCents === null ? taxId : money(amountCents, language);
  return [name, title[language], description[language], value].join(' ').toLowerCase();
}

function Outcome({ one: { stages, answers, operations } }: { one: Case }): ReactNode {
  const say = useWords(words).cases;
  const names: Record<string, string> = useWords(uiWords).status[operations[0] ?? 'deposit'];
  const language = useLanguage();
  if (stages.length === 0) return say.answers({ statuses: answers.join(', ') });
  const outcomes = stages.map(({ after, status }) => {
    const name = names[status] ?? status;
    return after === null ? name : say.after({ span: spanInWords(after, language), name });
  });
  return `${say.outcome} ${outcomes.join('; ')}`;
}
