import { type ReactNode, useRef, useState } from 'react';
import type { WebhookDelivery } from '../api/operations.ts';
import { useAct, useRefresh, useTenantCall } from '../api/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words/use-words.ts';
import { succeeded } from './cause.ts';
import { EndpointForm, type EndpointValues } from './endpoint-form.tsx';
import { words } from './form-words.ts';
import { SecretShown } from './secret-shown.tsx';
import { EVENTS } from './search.ts';
import { TestOutcome } from './test-outcome.tsx';
import { tryEndpoint } from './try-endpoint.ts';

interface NewEndpointProps {
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** Where the endpoint is that is being made: its secret came with it and is shown at the end. */
interface Draft {
  readonly id: string;
  readonly secret: string;
  readonly tested: WebhookDelivery | undefined;
  readonly isKept: boolean;
}

const FRESH: EndpointValues = {
  url: '',
  events: EVENTS.filter((event) => event !== 'withdrawal.expired'),
  description: '',
};

/** Form, test event, secret. It is mounted while it is open, and its secret is gone with it. */
export function NewEndpoint({ onClose, onAdded }: NewEndpointProps): ReactNode {
  const say = useWords(words);
  const { values, setValues, draft, save, keep, correct, discard } = useDraft();
  const [isCopied, setCopied] = useState(false);
  const close = () => {
    if (draft?.isKept) onAdded(draft.id);
    else discard();
    onClose();
  };
  const question = draft?.isKept ? say.notCopied : say.lose;
  const hasNothingToLose = draft === undefined ? values.url === '' : draft.isKept && isCopied;
  return (
    <Dialog
      opened
      size="lg"
      title={draft?.isKept ? say.secretTitle : say.newTitle}
      asksBeforeLeaving
      askBeforeClose={hasNothingToLose ? undefined : question}
      onClose={close}
    >
      {draft?.isKept ? (
        <SecretShown
          secret={draft.secret}
          tested={draft.tested}
          onCopied={() => setCopied(true)}
          onDone={close}
          isCopied={isCopied}
        />
      ) : draft === undefined || save.isPending ? (
        <EndpointForm
          initial={values}
          submit={save.isPending ? say.verifying : say.verify}
          busy={save.isPending}
          error={save.error}
          onChange={setValues}
          onSubmit={(given) => save.mutate(given)}
        />
      ) : (
        <TestOutcome delivery={draft.tested} onKeep={keep} onCorrect={correct} />
      )}
    </Dialog>
  );
}

/** What was registered for the test and is not kept is deleted again. */
function useDraft() {
  const call = useTenantCall();
  const refresh = useRefresh();
  const [values, setValues] = useState(FRESH);
  const [draft, setDraft] = useState<Draft>();
  const [registered, setRegistered] = useState<{ id: string; secret: string }>();
  const isLeft = useRef(false);
  const show = () =>
    void refresh('listWebhookEndpoints', 'listEndpointHealth', 'listWebhookDeliveries');
  const remove = (id: string) =>
    void call('deleteWebhookEndpoint', { path: { id } })
      .catch(() => undefined)
      .then(show);

  const register = async (given: EndpointValues) => {
    if (registered === undefined) {
      const { id, secret } = await call('createWebhookEndpoint', { body: given });
      setRegistered({ id, secret });
      // Whoever closed the form meanwhile wants no endpoint.
      if (isLeft.current) remove(id);
      return { id, secret };
    }
    await call('changeWebhookEndpoint', { path: { id: registered.id }, body: given });
    return registered;
  };
  const save = useAct(async (given: EndpointValues) => {
    setValues(given);
    const { id, secret } = await register(given);
    const tested = await tryEndpoint(call, id);
    const isKept = tested?.attempts.some(succeeded) ?? false;
    setDraft({ id, secret, tested, isKept });
    if (isKept) show();
  });
  const discard = () => {
    isLeft.current = true;
    if (registered !== undefined) remove(registered.id);
  };
  return {
    values,
    setValues,
    draft,
    save,
    discard,
    keep: () => {
      setDraft((old) => old && { ...old, isKept: true });
      show();
    },
    correct: () => setDraft(undefined),
  };
}
