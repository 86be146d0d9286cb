import { Anchor, Skeleton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo } from 'react';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import classes from './chart-card.module.css';
import { type BaseChart, type ChartData, readProject } from './chart-definition.js';
import { useChartScope } from './chart-scope.js';
import { type ListTarget, toLocation } from './list-target.js';

interface ChartCardProps<Data extends ChartData> {
  chart: BaseChart<Data>;
  /** Whether there is nothing to draw. */
  isEmpty: (data: Data) => boolean;
  /** Buttons for a chart that is drawn. */
  actions?: ReactNode;
  /** Draws the data, which may be of an earlier period. */
  children: (data: Data, isPrevious: boolean) => ReactNode;
}

/** The frame of a chart, which is loaded when it is scrolled to. */
export function ChartCard<Data extends ChartData>(props: ChartCardProps<Data>) {
  const { chart, isEmpty, actions, children } = props;
  const id = useId();
  const { projectId, filter = null, period } = useChartScope();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { timeRange, timeBinConfig } = period;
  const variables = chart.toVariables({
    id: projectId,
    timeRange,
    timeBinConfig,
    traceFilterCondition: filter,
  });
  const answer = useGraphqlQuery(chart.document, variables as never, {
    enabled: inViewport,
    keepPrevious: true,
  });
  const { error, isPrevious, reload } = answer;
  const project = readProject(answer.data);
  const data = useMemo(
    () => (project === undefined ? undefined : chart.read(project)),
    [project, chart],
  );
  const isDrawn = data !== undefined && !isEmpty(data);
  const note = data?.note ?? chart.note;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id}>
          <ListLink target={chart.target}>
            <span dir="auto">{chart.title}</span>
          </ListLink>
        </h3>
        {note === undefined ? null : <small>{note}</small>}
        {data?.priced ? (
          <small>
            <UnpricedNote
              counts={data.priced}
              owner={{ id: projectId, timeRange, traceFilterCondition: filter }}
            />
          </small>
        ) : null}
        <span className={classes.actions}>{isDrawn ? actions : null}</span>
      </div>
      <div ref={ref} className={isPrevious ? classes.previous : undefined}>
        {isDrawn ? (
          children(data, isPrevious)
        ) : data ? (
          <EmptyChart>{chart.empty}</EmptyChart>
        ) : error ? (
          <FailedChart error={error} onRetry={reload} />
        ) : (
          <ChartSkeleton />
        )}
      </div>
    </section>
  );
}

interface ListLinkProps {
  /** Undefined for what no list has. */
  target: ListTarget | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to a list in the time range of the page, or only its content. */
export function ListLink({ target, className, children }: ListLinkProps) {
  const scope = useChartScope();
  if (!target) return <span className={className}>{children}</span>;
  return (
    <Link {...toLocation(target, scope, scope.range)} className={className}>
      {children}
    </Link>
  );
}

/** The placeholder of a chart that loads. */
export function ChartSkeleton() {
  return (
    <div aria-busy>
      <Skeleton className={classes.body} />
    </div>
  );
}

/** The note in a chart that has nothing to draw. */
export function EmptyChart({ children }: { children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>;
}

/** Says why a chart could not be loaded, with a button to try again. */
function FailedChart({ error, onRetry }: { error: RequestError; onRetry: () => void }) {
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
