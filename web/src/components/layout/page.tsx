import type { FormEventHandler, ReactNode } from 'react';
import { TimesToggle } from '../data-display/times-toggle.js';
import { ColumnChooser } from '../data-table/column-chooser.js';
import type { ColumnLayout } from '../data-table/use-column-layout.js';
import classes from './page.module.css';

interface PageProps {
  /** Whether it shows only its frame while it loads. */
  isBusy?: boolean;
  /** Makes the whole page a form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children?: ReactNode;
}

/** Everything below the top bar. It fills the window, and its parts scroll. */
export function Page({ isBusy, onSubmit, children }: PageProps) {
  if (onSubmit) {
    return (
      <form className={classes.page} onSubmit={onSubmit}>
        {children}
      </form>
    );
  }
  return (
    <div className={classes.page} aria-busy={isBusy}>
      {children}
    </div>
  );
}

/** The title of a page, and one or two sentences of what it is for. */
export function PageHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.heading}>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  );
}

interface ToolbarProps<Row> {
  /** At its start, such as filters. */
  children?: ReactNode;
  /** At its start instead of filters: what this is. Hidden on phones, which have no room for it. */
  hint?: ReactNode;
  /** At its end. */
  actions?: ReactNode;
  /** Lets the user choose the columns of this table, and how it shows times. */
  layout?: ColumnLayout<Row>;
  /** Whether a line separates it from what is above. */
  isDivided?: boolean;
}

/** Filters and buttons above a list or charts. */
export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { children, hint, actions, layout, isDivided } = props;
  const hasEnd = actions !== undefined || layout !== undefined;
  return (
    <div className={isDivided ? `${classes.toolbar} ${classes.divided}` : classes.toolbar}>
      {children}
      {hint === undefined ? null : <p className={classes.hint}>{hint}</p>}
      {hasEnd && hint === undefined ? <span className={classes.spring} /> : null}
      {actions}
      {layout ? (
        <>
          <TimesToggle />
          <ColumnChooser layout={layout} />
        </>
      ) : null}
    </div>
  );
}
