import { Flag } from 'lucide-react';
import classes from './baseline-badge.module.css';

/** Marks the baseline of a dataset. */
export function BaselineBadge() {
  return (
    <span className={classes.baseline}>
      <Flag size={11} aria-hidden />
      Baseline
    </span>
  );
}
