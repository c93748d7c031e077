import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useMe } from '../api/me.ts';
import { useSaveLanguage } from '../api/use-save-language.ts';
import { DataList } from '../ui/data-list.tsx';
import { SavedForm } from '../ui/saved-form.tsx';
import { Section } from '../ui/section.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { words as uiWords } from '../ui/words.ts';
import {
  type Language,
  LANGUAGES,
  readLanguage,
  setLanguage,
  useLanguage,
} from '../words/language.ts';
import { ownWords } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { useOwnAct } from './use-own-act.ts';
import { words } from './words.ts';

export function Profile(): ReactNode {
  const { saved, profile: say } = useWords(words);
  const { optional } = useWords(uiWords);
  const { user } = useMe();
  const language = useLanguage();
  const form = useForm({ initialValues: { name: user.name ?? '' } });
  const isChanged = ownWords(form.values.name) !== (user.name ?? '');
  const saveName = useOwnAct(
    (name: string | null) => call('changeMe', { body: { name } }),
    ['getMe'],
  );
  const saveLanguage = useSaveLanguage(() => setLanguage(readLanguage(user.language)));
  const submit = form.onSubmit(({ name }) =>
    saveName.mutate(ownWords(name) || null, { onSuccess: () => toast.success(saved) }),
  );
  const choose = (chosen: Language) => {
    setLanguage(chosen);
    saveLanguage.mutate(chosen);
  };
  return (
    <Section title={say.title}>
      <SavedForm
        isChanged={isChanged}
        isBusy={saveName.isPending}
        error={saveName.error ?? saveLanguage.error}
        save={say.save}
        onSubmit={submit}
      >
        <DataList facts={[{ label: say.email, value: user.email }]} />
        <TextField
          label={optional({ label: say.name })}
          description={say.nameHint}
          autoComplete="name"
          most={80}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={say.language}
          value={language}
          data={LANGUAGES.map(({ value, label }) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => choose(value === 'en' ? 'en' : 'pt')}
        />
      </SavedForm>
    </Section>
  );
}
