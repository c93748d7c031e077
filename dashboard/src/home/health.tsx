import type { ReactNode } from 'react';
import type { Overview } from '../api/operations.ts';
import { Icon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { percent, time } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './home.module.css';
import { words } from './words.ts';

type Health = Overview['health'];

/** Below this the merchant's systems miss what happens. */
const FEW_DELIVERED = 0.9;

/** Shown only while something is out of the ordinary. */
export function Outage({ health }: { health: Health | undefined }): ReactNode {
  const say = useWords(words).health;
  if (health === undefined || health.provider === 'normal') return null;
  const { provider, since } = health;
  const unstable = since === null ? say.unstable : say.unstableSince({ time: time(since) });
  const text = { unstable, paused: say.paused, not_configured: say.notConfigured }[provider];
  return <Notice role="status" title={text} />;
}

export function HealthLine({ health }: { health: Health | undefined }): ReactNode {
  const say = useWords(words).health;
  const language = useLanguage();
  const rate = health?.webhookSuccess24h ?? null;
  return (
    <div role="note" className={style['health']} aria-label={say.label}>
      {health !== undefined && (
        <>
          <p>
            <Icon name={health.provider === 'normal' ? 'check' : 'alert'} size={16} />
            {say.provider[health.provider]}
          </p>
          <p>
            <Icon name={(rate ?? 1) < FEW_DELIVERED ? 'alert' : 'webhook'} size={16} />
            {rate === null ? say.noWebhooks : say.webhooks({ rate: percent(rate, language) })}
          </p>
        </>
      )}
    </div>
  );
}
