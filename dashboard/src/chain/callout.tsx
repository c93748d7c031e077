import type { ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import style from './chain.module.css';

interface CalloutProps {
  tone: 'danger' | 'warn' | 'info';
  title: string;
  children: ReactNode;
}

/**
 * Something that nobody may overlook: icon, frame and words, so that it does not depend on colour.
 */
export function Callout({ tone, title, children }: CalloutProps): ReactNode {
  const isCalm = tone === 'info';
  return (
    <div role={isCalm ? 'status' : 'alert'} className={style['loud']} data-tone={tone}>
      <Icon name={isCalm ? 'eye' : 'alert'} size={24} />
      <div>
        <span className={style['loudTitle']}>{title}</span>
        {children}
      </div>
    </div>
  );
}
