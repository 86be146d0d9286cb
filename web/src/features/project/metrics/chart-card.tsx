import { Anchor, Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { PricedCounts } from '../../../components/costs/cost-fields.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import classes from './chart-card.module.css';
import { ListLink } from './list-link.js';
import type { ListTarget } from './list-target.js';
import { useMetrics } from './metrics-context.js';

interface ChartCardProps {
  title: string;
  note?: string | undefined;
  /** What the costs that it shows do not contain. */
  priced?: PricedCounts | null | undefined;
  /** The list that the title leads to; undefined if there is none. */
  target: ListTarget | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a chart. */
export function ChartCard({ title, note, priced, target, actions, children }: ChartCardProps) {
  const id = useId();
  const { projectId, filter = null, period } = useMetrics();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id}>
          <ListLink target={target}>
            <span dir="auto">{title}</span>
          </ListLink>
        </h3>
        {note === undefined ? null : <small>{note}</small>}
        {priced ? (
          <small>
            <UnpricedNote
              counts={priced}
              owner={{ id: projectId, timeRange: period.timeRange, traceFilterCondition: filter }}
            />
          </small>
        ) : null}
        <span className={classes.actions}>{actions}</span>
      </div>
      {children}
    </section>
  );
}

/** What a chart shows while it loads. */
export function ChartSkeleton() {
  return (
    <div aria-busy>
      <Skeleton className={classes.body} />
    </div>
  );
}

/** What a chart shows when there is nothing to draw. */
export function EmptyChart({ children }: { children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>;
}

/** Says why a chart could not be loaded, with a button to try again. */
export function FailedChart({ error, onRetry }: { error: RequestError; onRetry: () => void }) {
  const { title, detail } = describeError(error);
  return (
    <div className={classes.empty} role="alert">
      <p>
        {title}. {detail}{' '}
        <Anchor component="button" type="button" inherit onClick={onRetry}>
          Try again
        </Anchor>
      </p>
    </div>
  );
}
