import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { OperatorAccountChange, OperatorAccountDetail } from '../api/operations.ts';
import { changedIn } from '../settings/changed-in.ts';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './account-words.ts';
import { ActDialog } from './act-dialog.tsx';
import { useOperatorAct } from './use-operator.ts';

interface ChangeShopProps {
  account: OperatorAccountDetail;
  onClose: () => void;
}

const FIELDS = [
  ['name', 80],
  ['contact', 120],
  ['website', 2_048],
] as const;

/** Mounted only while open. */
export function ChangeShop({ account, onClose }: ChangeShopProps): ReactNode {
  const say = useWords(words);
  const { optional } = useWords(uiWords);
  const { id, name, contact, website } = account;
  const [began] = useState({
    name: name ?? '',
    contact: contact ?? '',
    website: website ?? '',
  });
  const [values, setValues] = useState(began);
  const [isEmpty, setEmpty] = useState(false);
  const change = useOperatorAct((body: OperatorAccountChange) =>
    call('changeAnyAccount', { path: { id }, body }),
  );
  const changed = changedIn(values, began);
  const check = () => {
    const hasChanges = Object.keys(changed).length > 0;
    setEmpty(!hasChanges);
    return hasChanges;
  };
  const save = (reason: string) =>
    change.mutate(
      { ...changed, reason },
      {
        onSuccess: () => {
          toast.success(say.saved);
          onClose();
        },
      },
    );
  return (
    <ActDialog
      title={say.shop.change}
      confirm={say.save}
      isBusy={change.isPending}
      error={change.error}
      check={check}
      onConfirm={save}
      onClose={onClose}
    >
      <Text size="sm">{say.shop.about}</Text>
      {FIELDS.map(([field, most], at) => (
        <TextField
          key={field}
          label={optional({ label: say.shop[field] })}
          most={most}
          autoComplete="off"
          data-autofocus={at === 0 || undefined}
          value={values[field]}
          onChange={({ currentTarget: { value } }) => setValues({ ...values, [field]: value })}
        />
      ))}
      {isEmpty && <Text role="alert">{say.nothing}</Text>}
    </ActDialog>
  );
}
