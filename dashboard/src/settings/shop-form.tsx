import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import type { Account } from '../api/operations.ts';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import style from './settings.module.css';
import { useAccountAct } from './use-account.ts';
import { words } from './words.ts';

interface ShopValues {
  name: string;
  contact: string;
  website: string;
}

export function ShopForm({ account }: { account: Account }): ReactNode {
  const say = useWords(words).shop;
  const form = useForm<ShopValues>({
    initialValues: {
      name: account.name ?? '',
      contact: account.contact ?? '',
      website: account.website ?? '',
    },
    validateInputOnBlur: ['website'],
    validate: {
      website: (website) =>
        /^(?:https:\/\/\S+)?$/i.test(website.trim()) ? null : say.websiteWrong,
    },
  });
  const save = useAccountAct(
    (accountId, body: ShopValues) => call('changeAccount', { path: { accountId }, body }),
    ['getAccount'],
  );
  const submit = form.onSubmit(
    (values) => save.mutate(values, { onSuccess: () => toast.success(say.saved) }),
    focusFirstWrong,
  );
  return (
    <form onSubmit={submit} className={style['form']} noValidate>
      <Stack>
        <TextInput
          label={say.name}
          autoComplete="organization"
          maxLength={80}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={say.contact}
          description={say.contactHint}
          autoComplete="off"
          maxLength={120}
          {...form.getInputProps('contact')}
        />
        <TextInput
          type="url"
          label={say.website}
          description={say.websiteHint}
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_048}
          {...form.getInputProps('website')}
        />
        {save.error !== null && <Failure error={save.error} what={say.notSaved} />}
        <Button type="submit" loading={save.isPending} mr="auto">
          {say.save}
        </Button>
      </Stack>
    </form>
  );
}
