import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  /** The number of selected rows, such as `3 experiments selected`. */
  text: string;
  onClear: () => void;
  /** Buttons for the selected rows. */
  children: ReactNode;
}

/** The actions for the selected rows of a list, shown over the bottom of the list. */
export function SelectionBar({ text, onClear, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Selected rows">
      <span className={classes.text} role="status">
        {text}
      </span>
      {children}
      <CloseButton size="sm" aria-label="Clear selection" onClick={onClear} />
    </section>
  );
}
