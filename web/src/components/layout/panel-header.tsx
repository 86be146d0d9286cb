import { ChevronDown, ChevronUp, Maximize2, Minimize2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/icon-button.js';
import classes from './panel-header.module.css';

/** Goes to the row before or after the open one; absent at the ends of the list. */
export interface Pager {
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
}

interface PanelHeaderProps {
  title: string;
  /** The full name, shown on hover. */
  hint?: string | undefined;
  /** An ID after the title. */
  id?: string | undefined;
  /** Buttons after the title, such as one that copies the ID. */
  children?: ReactNode;
  pager?: Pager;
  isFullWidth?: boolean;
  /** Absent for a panel with little text, which gains nothing from more width. */
  onFullWidthChange?: (isFullWidth: boolean) => void;
  onClose: () => void;
}

/** The bar of a side panel: previous, next, title, width and close. */
export function PanelHeader(props: PanelHeaderProps) {
  const {
    title,
    hint,
    id,
    children,
    pager,
    isFullWidth = false,
    onFullWidthChange,
    onClose,
  } = props;
  return (
    <header className={classes.header}>
      {pager ? (
        <div className={classes.group}>
          <IconButton label="Previous (k)" onClick={pager.previous}>
            <ChevronUp size={16} aria-hidden />
          </IconButton>
          <IconButton label="Next (j)" onClick={pager.next}>
            <ChevronDown size={16} aria-hidden />
          </IconButton>
        </div>
      ) : null}
      <div className={classes.subject}>
        <h2 className={classes.title} title={hint} dir="auto">
          {title}
        </h2>
        {id === undefined ? null : (
          <code className={classes.id} title={id}>
            {id}
          </code>
        )}
        {children}
      </div>
      <div className={classes.group}>
        {onFullWidthChange ? (
          <span className={classes.wide}>
            <IconButton
              label={isFullWidth ? 'Normal width' : 'Full width'}
              onClick={() => onFullWidthChange(!isFullWidth)}
            >
              {isFullWidth ? (
                <Minimize2 size={15} aria-hidden />
              ) : (
                <Maximize2 size={15} aria-hidden />
              )}
            </IconButton>
          </span>
        ) : null}
        <IconButton label="Close (Esc)" onClick={onClose}>
          <X size={17} aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}
