import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { useMe } from '../api/me.ts';
import type { NewTotp } from '../api/operations.ts';
import { ActButton } from '../ui/act-button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useFailureText } from '../ui/failure.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { ConfirmAct } from '../ui/confirm-act.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpTotp } from './set-up-totp.tsx';
import { useOwnAct } from './use-own-act.ts';
import { words } from './words.ts';

/** Authenticator codes, and the recovery codes for when the app is lost. */
export function TwoSteps(): ReactNode {
  const say = useWords(words).totp;
  const { user } = useMe();
  const failureText = useFailureText();
  const [asking, setAsking] = useState<'remove' | 'renew'>();
  // Each is shown by a dialog and forgotten when it closes.
  const [begun, setBegun] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useOwnAct(() => call('beginTotp'));
  const start = () =>
    begin.mutate(undefined, {
      onSuccess: setBegun,
      onError: (error) => toast.failure(failureText(error)),
      onSettled: () => begin.reset(),
    });
  const actions = user.hasTotp ? (
    <>
      <Button variant="default" onClick={() => setAsking('renew')}>
        {say.renew}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setAsking('remove')}>
        {say.remove}
      </Button>
    </>
  ) : (
    <ActButton variant="default" busy={begin.isPending} onClick={start}>
      {say.begin}
    </ActButton>
  );
  return (
    <Section title={say.title} about={say.about} actions={actions}>
      <State />
      {begun !== undefined && (
        <SetUpTotp
          totp={begun}
          onClose={() => setBegun(undefined)}
          onDone={(made) => {
            setBegun(undefined);
            setCodes(made);
          }}
        />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {asking === 'remove' && <RemoveTotp onClose={() => setAsking(undefined)} />}
      {asking === 'renew' && (
        <RenewCodes
          onClose={() => setAsking(undefined)}
          onDone={(made) => {
            setAsking(undefined);
            setCodes(made);
          }}
        />
      )}
    </Section>
  );
}

function State(): ReactNode {
  const say = useWords(words).totp;
  const { hasTotp, recoveryCodes } = useMe().user;
  return (
    <>
      <Tag tone={hasTotp ? 'ok' : 'neutral'} icon={hasTotp ? 'check' : 'close'}>
        {hasTotp ? say.on : say.off}
      </Tag>
      {hasTotp && (
        <Text size="sm" mt="xs">
          {say.codesLeft({ count: recoveryCodes })}
        </Text>
      )}
    </>
  );
}

function RemoveTotp({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(words).totp;
  const remove = useOwnAct(() => call('removeTotp'), ['getMe']);
  return (
    <ConfirmAct
      act={remove}
      title={say.removeTitle}
      confirm={say.remove}
      done={say.removed}
      onClose={onClose}
    >
      {say.removeText}
    </ConfirmAct>
  );
}

interface RenewCodesProps {
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
}

function RenewCodes({ onClose, onDone }: RenewCodesProps): ReactNode {
  const say = useWords(words).totp;
  const renew = useOwnAct(() => call('renewRecoveryCodes'), ['getMe']);
  const confirm = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => {
        onDone(recoveryCodes);
        renew.reset();
      },
    });
  return (
    <ConfirmDialog
      title={say.renewTitle}
      confirm={say.renew}
      busy={renew.isPending}
      showsAnswer
      error={renew.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {say.renewText}
    </ConfirmDialog>
  );
}
