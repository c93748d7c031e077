import { Checkbox, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { writeAmount } from '../amounts/amount.ts';
import type { ApiKey } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { toast } from '../ui/toast.tsx';
import { inWords } from '../words/in-words.ts';
import { type Language, useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { CapFields } from './agent-fields.tsx';
import { agentOf, type AgentValues, callProblem, dayProblem } from './agent.ts';
import { words } from './words.ts';

interface ChangeCapsProps {
  apiKey: ApiKey;
  onChanged: (id: string) => void;
  onClose: () => void;
}

/** What an agent may order from its next call on. */
export function ChangeCaps({ apiKey, onChanged, onClose }: ChangeCapsProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const call = useTenantCall();
  const { id, caps } = apiKey;
  const [values, setValues] = useState(() => valuesOf(caps, language));
  const [isTried, setTried] = useState(false);
  const save = useAct(
    () =>
      call('changeKeyCaps', {
        path: { id },
        body: { caps: agentOf(values, language).agent?.caps ?? null },
      }),
    ['listKeys'],
  );
  const problems = { perCall: callProblem(values, language), perDay: dayProblem(values, language) };
  const isWrong = problems.perCall !== undefined || problems.perDay !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return focusFirstWrong();
    save.mutate(undefined, {
      onSuccess: () => {
        toast.success(say.capsDone);
        onChanged(id);
        onClose();
      },
    });
  };
  const errorOf = (name: 'perCall' | 'perDay') =>
    isTried && inWords(problems[name], say.agent.problem);
  const change = (part: Partial<AgentValues>) => setValues({ ...values, ...part });
  const title = say.changeCapsOf({ name: apiKey.name || say.unnamed });
  return (
    <Dialog title={title} holdsForm onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Checkbox
            checked={values.orders}
            label={say.agent.orders}
            onChange={(event) => change({ orders: event.currentTarget.checked })}
          />
          {values.orders && (
            <CapFields
              values={values}
              errors={{ perCall: errorOf('perCall'), perDay: errorOf('perDay') }}
              onChange={change}
            />
          )}
          {save.error !== null && <Failure error={save.error} />}
          <ActButton type="submit" busy={save.isPending}>
            {say.capsSave}
          </ActButton>
        </Stack>
      </form>
    </Dialog>
  );
}

function valuesOf(caps: ApiKey['caps'], language: Language): AgentValues {
  const typed = (cents: number) => (caps === null ? '' : writeAmount(cents, language));
  return {
    holder: 'agent',
    orders: caps !== null,
    perCall: typed(caps?.perCallCents ?? 0),
    perDay: typed(caps?.perDayCents ?? 0),
  };
}
