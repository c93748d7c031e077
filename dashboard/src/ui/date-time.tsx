import { type ReactNode, useEffect, useState } from 'react';
import { dateTime, relative } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';

/** In full; `ago` says how long since, with the full time behind it. */
export function DateTime({ at, ago = false }: { at: string; ago?: boolean }): ReactNode {
  const language = useLanguage();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ago) return;
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [ago]);
  const full = dateTime(at, language);
  return (
    <time dateTime={at} title={ago ? full : undefined}>
      {ago ? relative(at, now, language) : full}
      {ago && <span className="ui-unseen"> ({full})</span>}
    </time>
  );
}
