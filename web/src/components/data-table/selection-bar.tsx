import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  /** How many are selected, in words: `3 experiments selected`. */
  text: string;
  onClear: () => void;
  /** What can be done with what is selected. */
  children: ReactNode;
}

/** What can be done with the selected rows of a list; lies over the foot of the list. */
export function SelectionBar({ text, onClear, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Selected rows">
      <span className={classes.text} role="status">
        {text}
      </span>
      {children}
      <CloseButton size="sm" aria-label="Select nothing" onClick={onClear} />
    </section>
  );
}
