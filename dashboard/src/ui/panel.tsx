import { Button, Drawer, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

export interface PanelProps {
  kind: 'dialog' | 'drawer';
  title: string;
  onClose: () => void;
  /** A question that is asked before closing, while there is something to lose. */
  askBeforeClose?: string | undefined;
  size?: 'md' | 'lg' | 'xl';
  children: ReactNode;
}

/** Loaded only when something opens: `dialog.tsx` and `drawer.tsx` are the ways to it. */
export function Panel(props: PanelProps): ReactNode {
  const { kind, title, onClose, askBeforeClose, size = 'md', children } = props;
  const say = useWords(words);
  const [isAsking, setAsking] = useState(false);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    // It is taken away rather than closed, so that nobody else gives the focus back.
    return () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }));
    };
  }, [opener]);
  const close = () => {
    if (askBeforeClose === undefined) onClose();
    else setAsking(true);
  };
  const common = {
    opened: true,
    onClose: close,
    title,
    size,
    closeButtonProps: { 'aria-label': say.close },
    classNames: { title: 'ui-panel-title' },
    transitionProps: { duration: 120 },
    // The page has a banner already, which a header outside of everything would be too.
    attributes: { header: { role: 'presentation' } },
  };
  const content = (
    <>
      {isAsking && askBeforeClose !== undefined && (
        <div role="alertdialog" aria-label={askBeforeClose} className="ui-asking">
          <Text>{askBeforeClose}</Text>
          <Group mt="xs">
            <Button size="sm" color="red" onClick={onClose}>
              {say.closeAnyway}
            </Button>
            <Button size="sm" variant="default" autoFocus onClick={() => setAsking(false)}>
              {say.goBack}
            </Button>
          </Group>
        </div>
      )}
      {children}
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
