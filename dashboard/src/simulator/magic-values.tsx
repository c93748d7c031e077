import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { money } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** The same amounts and the same CPF by which the sandbox knows that it is to misbehave. */
const AMOUNTS = [
  [50_002, 'twice'],
  [50_003, 'lost'],
  [50_005, 'slow'],
] as const;

export function MagicValues(): ReactNode {
  const say = useWords(words).magic;
  const language = useLanguage();
  return (
    <section aria-label={say.title}>
      <Title order={2} size="h4">
        {say.title}
      </Title>
      <Text c="dimmed" mb="sm">
        {say.intro}
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
            {AMOUNTS.map(([cents, effect]) => (
              <tr key={cents}>
                <td className="ui-figures">{money(cents, language)}</td>
                <td>{say[effect]}</td>
              </tr>
            ))}
            <tr>
              <td className="ui-figures">{say.declined}</td>
              <td>{say.declinedEffect}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}
