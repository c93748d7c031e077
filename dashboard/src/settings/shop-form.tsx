import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { Account } from '../api/operations.ts';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { SavedForm } from '../ui/saved-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { words as uiWords } from '../ui/words.ts';
import { visibleText } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { changedIn } from './changed-in.ts';
import { useAccountAct } from './use-account.ts';
import { words } from './words.ts';

interface ShopValues {
  name: string;
  contact: string;
  website: string;
}

export function ShopForm({ account }: { account: Account }): ReactNode {
  const say = useWords(words).shop;
  const { optional } = useWords(uiWords);
  // The values that form and server last agreed on; the account itself may be read again meanwhile.
  const [began, setBegan] = useState<ShopValues>({
    name: account.name ?? '',
    contact: account.contact ?? '',
    website: account.website ?? '',
  });
  const form = useShopForm(began);
  const isChanged = Object.keys(changedIn(form.values, began)).length > 0;
  const save = useAccountAct(
    (accountId, body: Partial<ShopValues>) => call('changeAccount', { path: { accountId }, body }),
    ['getAccount'],
  );
  const submit = form.onSubmit(
    (values) =>
      save.mutate(changedIn(values, began), {
        onSuccess: () => {
          setBegan(values);
          toast.success(say.saved);
        },
      }),
    focusFirstWrong,
  );
  return (
    <SavedForm
      isChanged={isChanged}
      isBusy={save.isPending}
      error={save.error}
      save={say.save}
      onSubmit={submit}
    >
      <TextField
        label={optional({ label: say.name })}
        autoComplete="organization"
        most={80}
        {...form.getInputProps('name')}
      />
      <TextField
        label={optional({ label: say.contact })}
        description={say.contactHint}
        autoComplete="off"
        most={120}
        {...form.getInputProps('contact')}
      />
      <TextField
        type="url"
        label={optional({ label: say.website })}
        description={say.websiteHint}
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        most={2_048}
        {...form.getInputProps('website')}
      />
    </SavedForm>
  );
}

function useShopForm(initialValues: ShopValues) {
  const say = useWords(words).shop;
  return useForm<ShopValues>({
    initialValues,
    validateInputOnBlur: ['website'],
    validate: {
      website: (website) =>
        /^(?:https:\/\/\S+)?$/i.test(visibleText(website)) ? null : say.websiteWrong,
    },
  });
}
