import { Flag } from 'lucide-react';
import classes from './baseline-badge.module.css';

/** Says that the others are measured by this experiment. */
export function BaselineBadge() {
  return (
    <span className={classes.baseline}>
      <Flag size={11} aria-hidden />
      Baseline
    </span>
  );
}
