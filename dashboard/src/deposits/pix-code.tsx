import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { OutsideButton } from '../ui/outside-link.tsx';
import { money } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './deposits.module.css';
import { words } from './words.ts';

interface PixCodeProps {
  code: string;
  image: string;
  totalCents: number;
  /** By the clock, whether or not the provider has said so. */
  isLate: boolean;
}

/** What the payer needs: first the code to copy, then the picture for another phone. */
export function PixCode({ code, image, totalCents, isLate }: PixCodeProps): ReactNode {
  const say = useWords(words).result;
  const amount = money(totalCents, useLanguage());
  if (isLate) return <Notice role="alert" title={say.late} />;
  const message = encodeURIComponent(say.message({ amount, code }));
  return (
    <Stack gap="sm">
      <CopyButton value={code} label={say.copy} variant="filled" />
      <Group grow gap="sm" preventGrowOverflow={false}>
        <OutsideButton href={`https://wa.me/?text=${message}`} icon="send">
          {say.whatsapp}
        </OutsideButton>
        <CopyButton value={image} label={say.imageLink} />
      </Group>
      {/* Loaded from this page's own origin, whatever address the picture is given. */}
      <img
        src={new URL(image, window.location.href).pathname}
        alt={say.qr}
        width={288}
        height={288}
        className={style['qr']}
      />
      <div className={`ui-mono ${style['code']}`} tabIndex={0} role="region" aria-label={say.code}>
        {code}
      </div>
    </Stack>
  );
}
