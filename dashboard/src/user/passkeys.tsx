import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { useMe } from '../api/me.ts';
import type { Passkey } from '../api/operations.ts';
import { canUsePasskeys } from '../passkeys/passkey.ts';
import { Ago, DateTime } from '../ui/date-time.tsx';
import { listStateOf } from '../ui/list-state.ts';
import { type Column, List } from '../ui/list.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Section } from '../ui/section.tsx';
import { useWords } from '../words/use-words.ts';
import { ConfirmAct } from '../ui/confirm-act.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { useOwnAct } from './use-own-act.ts';
import { words } from './words.ts';

export function Passkeys(): ReactNode {
  const say = useWords(words).passkeys;
  const { user, installation } = useMe();
  const [isAdding, setAdding] = useState(false);
  const canAdd = installation.passkeys && canUsePasskeys();
  const add = canAdd && (
    <Button variant="default" onClick={() => setAdding(true)}>
      {say.add}
    </Button>
  );
  return (
    <Section title={say.title} about={say.about} actions={add}>
      {!installation.passkeys && <Text>{say.notHere}</Text>}
      {installation.passkeys && !canUsePasskeys() && <Text>{say.notThisBrowser}</Text>}
      {(installation.passkeys || user.passkeys > 0) && <PasskeyList expected={user.passkeys} />}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Section>
  );
}

function PasskeyList({ expected }: { expected: number }): ReactNode {
  const say = useWords(words).passkeys;
  const [removing, setRemoving] = useState<Passkey>();
  const query = useQuery({
    queryKey: ['listPasskeys'],
    queryFn: ({ signal }) => call('listPasskeys', { signal }),
  });
  const columns: Column<Passkey>[] = [
    { name: 'name', title: say.name, cell: ({ name }) => name },
    { name: 'created', title: say.created, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'used',
      title: say.used,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? say.never : <Ago at={lastUsedAt} />),
    },
    {
      name: 'actions',
      title: say.actions,
      end: true,
      cell: (passkey) => (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          aria-label={say.removeNamed({ name: passkey.name })}
          onClick={() => setRemoving(passkey)}
        >
          {say.remove}
        </Button>
      ),
    },
  ];
  return (
    <>
      <List
        label={say.title}
        list={listStateOf<Passkey>(query)}
        columns={columns}
        rowId={({ id }) => id}
        failed={say.failed}
        expected={Math.max(1, expected)}
        empty={<Text c="dimmed">{say.none}</Text>}
      />
      {removing !== undefined && (
        <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }): ReactNode {
  const say = useWords(words).passkeys;
  const remove = useOwnAct(
    () => call('removePasskey', { path: { id: passkey.id } }),
    ['listPasskeys', 'getMe'],
  );
  return (
    <ConfirmAct
      act={remove}
      title={say.removeTitle}
      confirm={say.remove}
      done={say.removed}
      onClose={onClose}
    >
      <RichText>{say.removeText({ name: passkey.name })}</RichText>
    </ConfirmAct>
  );
}
