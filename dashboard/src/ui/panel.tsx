import { Button, Drawer, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { focusPath, restoreFocus } from './focus-path.ts';
import { LeaveGuard, type Leaving } from './leave-guard.tsx';
import { onEscape } from './on-escape.ts';
import { ToToasts } from './toast.tsx';
import { useUnsaved } from './unsaved.ts';
import { words } from './words.ts';

export interface PanelProps {
  kind: 'dialog' | 'drawer';
  title: string;
  onClose: () => void;
  /** A question to ask before closing, while there is something to lose. */
  askBeforeClose?: string | undefined;
  /** Whether to ask also once a field in it was changed. */
  holdsForm?: boolean;
  /** Whether Back and a reload ask too; false if a link in it leads to another program. */
  asksBeforeLeaving?: boolean;
  size?: 'md' | 'lg' | 'xl';
  /** Or what makes it, given what closes the panel after any question. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Loaded only when something opens; use it through `dialog.tsx` and `drawer.tsx`. */
export function Panel(props: PanelProps): ReactNode {
  const { kind, title, onClose, holdsForm, size = 'md', children } = props;
  const { asksBeforeLeaving = true } = props;
  const say = useWords(words);
  const [isAsking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState<Leaving>();
  const [isBegun, setBegun] = useState(false);
  const askBeforeClose = props.askBeforeClose ?? (holdsForm && isBegun ? say.lose : undefined);
  useRestoredFocus();
  useUnsaved(askBeforeClose !== undefined);
  // There is nothing to lose any more, and whatever may be lost next is another question.
  if (isAsking && askBeforeClose === undefined) setAsking(false);
  const ask = (stopped?: Leaving) => {
    setLeaving(stopped);
    setAsking(true);
  };
  const close = () => {
    if (askBeforeClose === undefined) onClose();
    else ask();
  };
  const closeAnyway = () => {
    // Back closes what is open, as on a phone; a link in it goes where it leads.
    if (leaving === undefined || leaving.isBack) onClose();
    else leaving.goOn();
  };
  const closeByKey = useEffectEvent(close);
  useEffect(() => onEscape(() => closeByKey()), []);
  const common = {
    opened: true,
    onClose: close,
    onChange: () => setBegun(true),
    closeOnEscape: false,
    title,
    size,
    closeButtonProps: { 'aria-label': say.close },
    classNames: { title: 'ui-panel-title' },
    transitionProps: { duration: 120 },
    attributes: {
      // The page has a banner already, and a header outside of any sectioning element would be
      // another.
      header: { role: 'presentation' },
      // Mantine describes a dialog by its whole content, which would be read before anything else:
      // too much of a detail. It finds none without this id.
      ...(kind === 'drawer' && { body: { id: undefined } }),
    },
  };
  const content = (
    <>
      {asksBeforeLeaving && askBeforeClose !== undefined && <LeaveGuard onLeave={ask} />}
      {isAsking && askBeforeClose !== undefined && (
        <Question text={askBeforeClose} onClose={closeAnyway} onStay={() => setAsking(false)} />
      )}
      {typeof children === 'function' ? children(close) : children}
      <ToToasts />
    </>
  );
  return kind === 'dialog' ? (
    <Modal {...common} centered>
      {content}
    </Modal>
  ) : (
    <Drawer {...common} position="right">
      {content}
    </Drawer>
  );
}

interface QuestionProps {
  text: string;
  onClose: () => void;
  onStay: () => void;
}

function Question({ text, onClose, onStay }: QuestionProps): ReactNode {
  const say = useWords(words);
  useRestoredFocus();
  const whole = useRef<HTMLDivElement>(null);
  const stayByKey = useEffectEvent(onStay);
  useEffect(() => onEscape(() => stayByKey()), []);
  useEffect(() => {
    // Focusing alone would only scroll its button into view.
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={whole} role="alertdialog" aria-label={text} className="ui-asking">
      <Text>{text}</Text>
      <Group mt="xs">
        <Button size="sm" color="red" onClick={onClose}>
          {say.closeAnyway}
        </Button>
        <Button size="sm" variant="default" autoFocus onClick={onStay}>
          {say.goBack}
        </Button>
      </Group>
    </div>
  );
}

/** It is unmounted rather than closed, so that nothing else gives the focus back. */
function useRestoredFocus(): void {
  const [way] = useState(focusPath);
  useEffect(() => () => void setTimeout(() => restoreFocus(way)), [way]);
}
