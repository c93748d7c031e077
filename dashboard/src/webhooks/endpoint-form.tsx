import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { hasCode } from '../api/api-failure.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { heldWhile } from '../ui/held-while.ts';
import { TextField } from '../ui/text-field.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { words as uiWords } from '../ui/words.ts';
import { inWords } from '../words/in-words.ts';
import { ownWords, visibleText } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { isListener } from './address.ts';
import { words as formWords } from './form-words.ts';
import { EVENTS, type EventKind } from './search.ts';
import { refusalOf, urlProblem } from './url-problem.ts';
import { words } from './words.ts';

export interface EndpointValues {
  url: string;
  events: EventKind[];
  description: string;
}

interface EndpointFormProps {
  initial: EndpointValues;
  /** The address that it has, which is valid, even a listener's, which is not a URL. */
  existing?: string;
  submit: string;
  busy: boolean;
  error: Error | null;
  onChange?: ((values: EndpointValues) => void) | undefined;
  onSubmit: (values: EndpointValues) => void;
}

export function EndpointForm(props: EndpointFormProps): ReactNode {
  const { submit, busy, error, onSubmit } = props;
  const say = useWords(formWords);
  const { optional } = useWords(uiWords);
  const form = useEndpointForm(props);
  const first = useFocusOnMount<HTMLInputElement>();
  return (
    <form
      onSubmit={form.onSubmit(
        ({ events, url, description }) =>
          onSubmit({ events, url: visibleText(url), description: ownWords(description) }),
        focusFirstWrong,
      )}
      noValidate
    >
      <Stack>
        <TextInput
          label={say.url}
          description={say.urlHint}
          type="url"
          autoComplete="off"
          spellCheck={false}
          aria-required
          ref={first}
          data-autofocus
          {...form.getInputProps('url')}
          onBlur={() => {
            // The server's refusal holds until the address is changed.
            if (form.errors['url'] === undefined) form.validateField('url');
          }}
        />
        <EventBoxes form={form} />
        <TextField
          label={optional({ label: say.description })}
          description={say.descriptionHint}
          most={500}
          {...form.getInputProps('description')}
        />
        {error !== null && !hasCode(error, 'invalid_url') && <Failure error={error} />}
        <ActButton type="submit" busy={busy}>
          {submit}
        </ActButton>
      </Stack>
    </form>
  );
}

function useEndpointForm(props: EndpointFormProps) {
  const { initial, existing = '', busy, error, onChange } = props;
  const { urlWrong, eventsMissing } = useWords(formWords);
  const { mode } = useTenant();
  const problemOf = (url: string) => {
    if (url !== '' && url === existing) return undefined;
    if (isListener(existing)) return 'listener';
    return urlProblem(url, mode);
  };
  const form = useForm({
    initialValues: initial,
    // The address that is tried is the one that is kept.
    enhanceGetInputProps: heldWhile(busy),
    ...(onChange === undefined ? {} : { onValuesChange: onChange }),
    validate: {
      url: (url) => inWords(problemOf(url), urlWrong),
      events: (events) => (events.length === 0 ? eventsMissing : null),
    },
  });
  // The server's words are for programs, and name the field of the API.
  const refuseUrl = useEffectEvent(() => {
    form.setFieldError('url', urlWrong[refusalOf(form.getValues().url)]);
    focusFirstWrong();
  });
  useEffect(() => {
    if (hasCode(error, 'invalid_url')) refuseUrl();
  }, [error]);
  return form;
}

function EventBoxes({ form }: { form: UseFormReturnType<EndpointValues> }): ReactNode {
  const say = useWords(formWords);
  const names = useWords(words).event;
  return (
    <Checkbox.Group label={say.events} {...form.getInputProps('events')}>
      <Stack gap="xs" mt="xs">
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            value={event}
            label={names[event]}
            description={event}
            aria-invalid={form.errors['events'] !== undefined || undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
