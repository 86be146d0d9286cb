import type { ReactNode } from 'react';
import classes from './bar-list.module.css';

/** One row of a `BarList`. */
export interface BarListItem {
  key: string;
  /** Draws the row as a link around its content. */
  renderLink: (content: ReactNode, className: string | undefined) => ReactNode;
  name: string;
  /** The length of the bar, not negative. */
  value: number;
  text: string;
  /** Shown in small type before the text. */
  note: string;
}

/** A list of things with horizontal bars, largest first. Each row is a link. */
export function BarList({ label, items }: { label: string; items: readonly BarListItem[] }) {
  const highest = Math.max(...items.map(({ value }) => value));
  return (
    <ol className={classes.list} aria-label={label}>
      {items.map(({ key, renderLink, name, value, text, note }) => (
        <li key={key}>
          {renderLink(
            <>
              <span
                className={classes.bar}
                style={{ width: `${highest > 0 ? (value / highest) * 100 : 0}%` }}
                aria-hidden
              />
              <span className={classes.name} dir="auto" title={name}>
                {name}
              </span>
              <span className={classes.note}>{note}</span>
              <span className={classes.value}>{text}</span>
            </>,
            classes.row,
          )}
        </li>
      ))}
    </ol>
  );
}
