import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import { Copyable } from '../ui/copyable.tsx';
import { DataList } from '../ui/data-list.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { useWords } from '../words/use-words.ts';
import { Documents } from './documents.tsx';
import { FirstSteps } from './first-steps.tsx';
import style from './help.module.css';
import { words } from './words.ts';

export function Help(): ReactNode {
  const say = useWords(words);
  return (
    <Page title={say.title}>
      <div className={style['page']}>
        <FirstSteps />
        <Answers />
        <Documents />
        <Shortcuts />
        <Contact />
      </div>
    </Page>
  );
}

function Answers(): ReactNode {
  const { title, items } = useWords(words).answers;
  const answers = [
    [items.depix, items.depixText],
    [items.test, items.testText],
    [items.final, items.finalText],
    [items.lost, items.lostText],
  ] as const;
  return (
    <Section title={title}>
      {answers.map(([question, answer]) => (
        <details key={question} className={style['answer']}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </Section>
  );
}

function Shortcuts(): ReactNode {
  const say = useWords(words).shortcuts;
  const rows = ['search', 'list', 'open', 'close'] as const;
  return (
    <Section title={say.title}>
      <div className="ui-list">
        <table className="ui-table" aria-label={say.title}>
          <thead>
            <tr>
              <th scope="col">{say.key}</th>
              <th scope="col">{say.does}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <td>
                  <kbd>{say.keys[row]}</kbd>
                </td>
                <td>{say[row]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Contact(): ReactNode {
  const say = useWords(words).contact;
  const { accountId } = useTenant();
  return (
    <Section title={say.title}>
      <Text mb="sm">{say.text}</Text>
      <Text mb="sm">{say.tell}</Text>
      <DataList
        facts={[{ label: say.account, value: <Copyable value={accountId} label={say.account} /> }]}
      />
    </Section>
  );
}
