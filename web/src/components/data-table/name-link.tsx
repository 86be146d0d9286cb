import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './name-link.module.css';

interface NameAnchorProps extends ComponentPropsWithRef<'a'> {
  /** The name of what the link opens. Shown, unless there are children, and on hover. */
  name?: string;
}

function NameAnchor({ name, title = name, className, children, ...anchor }: NameAnchorProps) {
  return (
    <a
      dir="auto"
      title={title}
      className={className ? `${classes.link} ${className}` : classes.link}
      {...anchor}
    >
      {children ?? name}
    </a>
  );
}

/** A name that opens what it names. */
export const NameLink = createLink(NameAnchor);

interface NameCellProps extends NameAnchorProps {
  /** Before the link, such as an icon. */
  before?: ReactNode;
  /** After the link, such as a mark. */
  after?: ReactNode;
}

function NameCell({ before, after, ...anchor }: NameCellProps) {
  return (
    <span className={classes.cell}>
      {before}
      <NameAnchor {...anchor} />
      {after}
    </span>
  );
}

/** The first cell of a row: its name, which opens it. */
export const NameLinkCell = createLink(NameCell);
