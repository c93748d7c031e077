import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useMe } from '../api/me.ts';
import { ActButton } from '../ui/act-button.tsx';
import { DataList } from '../ui/data-list.tsx';
import { Failure } from '../ui/failure.tsx';
import { LeaveQuestion } from '../ui/leave-question.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { type Language, LANGUAGES, setLanguage, useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { useOwnAct } from './use-own-act.ts';
import style from './user.module.css';
import { words } from './words.ts';

export function Profile(): ReactNode {
  const { saved, profile: say } = useWords(words);
  const { user } = useMe();
  const language = useLanguage();
  const form = useForm({ initialValues: { name: user.name ?? '' } });
  const isChanged = form.values.name.trim() !== (user.name ?? '');
  const save = useOwnAct(
    (body: { name?: string | null; language?: Language }) => call('changeMe', { body }),
    ['me'],
  );
  const submit = form.onSubmit(({ name }) =>
    save.mutate({ name: name.trim() || null }, { onSuccess: () => toast.success(saved) }),
  );
  const choose = (chosen: Language) => {
    setLanguage(chosen);
    save.mutate({ language: chosen });
  };
  return (
    <Section title={say.title}>
      {isChanged && <LeaveQuestion />}
      <form onSubmit={submit} className={style['form']} noValidate>
        <Stack>
          <DataList facts={[{ label: say.email, value: user.email }]} />
          {save.error !== null && <Failure error={save.error} what={say.notSaved} />}
          <TextInput
            label={say.name}
            description={say.nameHint}
            autoComplete="name"
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label={say.language}
            value={language}
            data={LANGUAGES.map(({ value, label }) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => choose(value === 'en' ? 'en' : 'pt')}
          />
          <ActButton type="submit" busy={save.isPending} mr="auto">
            {say.save}
          </ActButton>
        </Stack>
      </form>
    </Section>
  );
}
