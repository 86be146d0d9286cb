import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const ICONS = { error: CircleX, warning: TriangleAlert, success: CircleCheck, info: Info };

interface NoticeProps {
  tone: keyof typeof ICONS;
  children: ReactNode;
}

/** A sentence that should be seen, with a sign of what kind it is; read out when it appears. */
export function Notice({ tone, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
      className={classes.notice}
      data-tone={tone}
    >
      <Icon size={15} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
