import { type ReactNode, useState } from 'react';
import type { WebhookAttempt } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useIsMounted } from '../ui/use-is-mounted.ts';
import { useWords } from '../words/use-words.ts';
import { succeeded } from './cause.ts';
import { EndpointForm, type EndpointValues } from './endpoint-form.tsx';
import { words } from './form-words.ts';
import { SecretShown } from './secret-shown.tsx';
import { EVENTS } from './search.ts';
import { TestOutcome } from './test-outcome.tsx';

interface NewEndpointProps {
  onClose: () => void;
  onAdded: (id: string) => void;
}

const FRESH: EndpointValues = {
  url: '',
  events: EVENTS.filter((event) => event !== 'withdrawal.expired'),
  description: '',
};

/** Form, test event, secret. Mounted only while open, and its secret is gone with it. */
export function NewEndpoint({ onClose, onAdded }: NewEndpointProps): ReactNode {
  const say = useWords(words);
  const { values, setValues, tested, correct, made, test, register } = useNewEndpoint();
  const [isCopied, setCopied] = useState(false);
  const close = () => {
    if (made !== undefined) onAdded(made.id);
    onClose();
  };
  const hasNothingToLose = made === undefined ? values.url === '' : isCopied;
  const question = made === undefined ? say.lose : say.notCopied;
  const hasFailed = tested !== undefined && !succeeded(tested) && !test.isPending;
  return (
    <Dialog
      size="lg"
      title={made === undefined ? say.newTitle : say.secretTitle}
      askBeforeClose={hasNothingToLose ? undefined : question}
      onClose={close}
    >
      {made !== undefined ? (
        <SecretShown
          secret={made.secret}
          tested={tested}
          onCopied={() => setCopied(true)}
          onDone={close}
          isCopied={isCopied}
        />
      ) : hasFailed ? (
        <TestOutcome
          attempt={tested}
          busy={register.isPending}
          error={register.error}
          onKeep={() => register.mutate({ ...values, works: false })}
          onCorrect={correct}
        />
      ) : (
        <EndpointForm
          initial={values}
          submit={test.isPending ? say.verifying : say.verify}
          busy={test.isPending}
          error={test.error}
          onChange={setValues}
          onSubmit={(given) => test.mutate(given)}
        />
      )}
    </Dialog>
  );
}

/** The address is tried first: nothing is stored until it answers, or is kept all the same. */
function useNewEndpoint() {
  const call = useTenantCall();
  const [values, setValues] = useState(FRESH);
  const [tested, setTested] = useState<WebhookAttempt>();
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>();
  const isThere = useIsMounted();
  const register = useAct(
    async ({ works, ...given }: EndpointValues & { works: boolean }) => {
      const { id, secret } = await call('createWebhookEndpoint', { body: given });
      // The form was closed meanwhile, so no endpoint is wanted.
      if (!isThere()) return call('deleteWebhookEndpoint', { path: { id } });
      setMade({ id, secret });
      // The first of its deliveries, signed with its own secret.
      if (works) await call('testWebhookEndpoint', { path: { id } }).catch(() => undefined);
    },
    ['listWebhookEndpoints', 'listEndpointHealth', 'listWebhookDeliveries'],
  );
  const test = useAct(async (given: EndpointValues) => {
    setValues(given);
    const attempt = await call('tryWebhookUrl', { body: { url: given.url } });
    setTested(attempt);
    if (succeeded(attempt) && isThere()) await register.mutateAsync({ ...given, works: true });
  });
  const correct = () => {
    setTested(undefined);
    register.reset();
  };
  return { values, setValues, tested, correct, made, test, register };
}
