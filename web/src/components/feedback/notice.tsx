import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const ICONS = { error: CircleX, warning: TriangleAlert, success: CircleCheck, info: Info };

interface NoticeProps {
  tone: keyof typeof ICONS;
  children: ReactNode;
}

/** A message with an icon for its kind; announced to screen readers when it appears. */
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
