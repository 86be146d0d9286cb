import { CircleCheck, CircleX } from 'lucide-react';
import classes from './audit.module.css';

/** Whether the action was done or refused. The icon has the same meaning as the color. */
export function OutcomeMark({ outcome }: { outcome: 'success' | 'failure' }) {
  const Icon = outcome === 'success' ? CircleCheck : CircleX;
  return (
    <span className={classes.outcome} data-outcome={outcome}>
      <Icon size={14} aria-hidden />
      {outcome === 'success' ? 'Done' : 'Refused'}
    </span>
  );
}
