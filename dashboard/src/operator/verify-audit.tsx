import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { AuditVerdict } from '../api/operations.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { ActButton } from '../ui/act-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Icon } from '../ui/icons.tsx';
import { words as uiWords } from '../ui/words.ts';
import { count } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './audit-words.ts';
import style from './operator.module.css';

const HEAD = /^[0-9a-f]{64}$/;

/** Mounted only while open. It changes nothing, so it needs no reason. */
export function VerifyAudit({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(words).verify;
  return (
    <Dialog title={say.do} onClose={onClose}>
      <Verification onClose={onClose} />
    </Dialog>
  );
}

function Verification({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(words).verify;
  const { optional } = useWords(uiWords);
  const [head, setHead] = useState('');
  const [isWrong, setWrong] = useState(false);
  const verify = useOneAct((known: string) =>
    call('verifyAudit', { body: known === '' ? {} : { head: known } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const known = head.trim().toLowerCase();
    const isRight = known === '' || HEAD.test(known);
    setWrong(!isRight);
    if (!isRight) return focusFirstWrong();
    verify.mutate(known);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{say.text}</Text>
        <TextInput
          label={optional({ label: say.head })}
          description={say.headHint}
          autoComplete="off"
          spellCheck={false}
          value={head}
          error={isWrong && say.headWrong}
          data-autofocus
          onChange={(event) => setHead(event.currentTarget.value)}
        />
        <div aria-live="polite">
          {verify.isPending && <Text c="dimmed">{say.running}</Text>}
          {verify.data !== undefined && !verify.isPending && <Verdict verdict={verify.data} />}
        </div>
        {verify.error !== null && <Failure error={verify.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say.close}
          </Button>
          <ActButton type="submit" busy={verify.isPending}>
            {verify.data === undefined ? say.do : say.again}
          </ActButton>
        </Group>
      </Stack>
    </form>
  );
}

function Verdict({ verdict: { isIntact, entries, head, firstBad } }: { verdict: AuditVerdict }) {
  const say = useWords(words).verify;
  const title = useTitle({ entries, firstBad });
  return (
    <div className={style['verdict']} data-tone={isIntact ? 'ok' : 'danger'}>
      <Text fw={600}>
        <Icon name={isIntact ? 'check' : 'alert'} /> {title}
      </Text>
      {isIntact && (
        <Text size="sm" component="div">
          {say.keep} <span className="ui-mono">{head}</span>
          <CopyButton value={head} label={say.headLabel} compact />
        </Text>
      )}
    </div>
  );
}

function useTitle({ entries, firstBad }: Pick<AuditVerdict, 'entries' | 'firstBad'>): string {
  const say = useWords(words).verify;
  const language = useLanguage();
  const whole = { entries, count: count(entries, language) };
  if (firstBad === null) return say.intact(whole);
  if (firstBad.flaw === 'head_unknown') return say.unknown(whole);
  const sequence = count(firstBad.sequence, language);
  return say.broken({ sequence, flaw: say.flaws[firstBad.flaw] });
}
