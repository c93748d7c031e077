import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import style from './notice.module.css';

interface NoticeProps {
  /** `alert` interrupts a screen reader; `status` waits for a pause. */
  role: 'alert' | 'status';
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
}

/** Something to know that is not a failure of the page: a limit, an outage, an uncertainty. */
export function Notice({ role, icon = 'alert', title, children }: NoticeProps): ReactNode {
  return (
    <div role={role} className={style['notice']}>
      <Icon name={icon} size={20} />
      <div>
        <div className={style['title']}>{title}</div>
        {children !== undefined && <div className={style['more']}>{children}</div>}
      </div>
    </div>
  );
}
