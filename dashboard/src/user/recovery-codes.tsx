import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { saveFile } from '../ui/save-file.ts';
import { useWords } from '../words/use-words.ts';
import style from './user.module.css';
import { words } from './words.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shown once; closing it without having saved them asks first. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps): ReactNode {
  const say = useWords(words).recovery;
  const [areKept, setKept] = useState(false);
  const text = codes.join('\n');
  return (
    <Dialog title={say.title} onClose={onClose} askBeforeClose={areKept ? undefined : say.lose}>
      <Stack>
        <Text>
          <RichText>{say.why}</RichText>
        </Text>
        <Text fw={600}>{say.once}</Text>
        <ul className={style['codes']} aria-label={say.list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group grow preventGrowOverflow={false}>
          <CopyButton value={text} label={say.copy} onCopied={() => setKept(true)} />
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => {
              saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), say.file);
              setKept(true);
            }}
          >
            {say.download}
          </Button>
        </Group>
        <Button size="md" onClick={onClose}>
          {say.done}
        </Button>
      </Stack>
    </Dialog>
  );
}
