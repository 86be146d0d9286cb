import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import { describeTimeRange } from '../../../lib/time/time-range.js';
import { CancelRecalculationMutation, type Recalculation } from '../api/recalculations.js';
import classes from './recalculation-list.module.css';

/** The newest recalculations with their progress. Those that run can be stopped. */
export function RecalculationList(props: { recalculations: readonly Recalculation[] }) {
  const [cancel, isSending] = useGraphqlMutation(CancelRecalculationMutation);
  const stop = async ({ id }: Recalculation) => {
    const { error } = await cancel({ input: { id } });
    if (!error) return;
    const { title, detail } = describeError(error);
    notifications.show({ color: 'red', title, message: detail });
  };
  return (
    <section aria-label="Recent recalculations" className={classes.recent}>
      <h3>Recent recalculations</h3>
      <ul>
        {props.recalculations.map((one) => (
          <li key={one.id}>
            <div className={classes.line}>
              <span className={classes.project} title={one.project.name}>
                {one.project.name}
              </span>
              <span className={classes.dimmed}>{describeRange(one)}</span>
              <span className={classes.spring} />
              <span className={classes.dimmed}>
                <RelativeTime time={one.finishedAt ?? one.createdAt} />
              </span>
              {one.status === 'RUNNING' ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={isSending}
                  onClick={() => void stop(one)}
                >
                  Stop
                </Button>
              ) : null}
            </div>
            <RecalculationProgress recalculation={one} />
            {one.skippedSpanCount > 0 ? (
              <p className={classes.error}>
                {formatPlural(one.skippedSpanCount, 'span')} could not be priced and keep their old
                cost. The server’s log says why.
              </p>
            ) : null}
            {one.errorMessage ? <p className={classes.error}>{one.errorMessage}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATUS = {
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  CANCELED: 'Stopped',
  FAILED: 'Failed',
} as const;

/** How many spans have been priced again, as `Running: 1,200 of 5,000 spans` and a bar. */
export function RecalculationProgress({ recalculation }: { recalculation: Recalculation }) {
  const { status, spanCount, pricedSpanCount } = recalculation;
  const words = `${STATUS[status]}: ${formatExact(pricedSpanCount)} of ${formatExact(spanCount)} spans`;
  return (
    <div className={classes.progress} data-status={status}>
      <span className="numeric">{words}</span>
      <span
        role="progressbar"
        aria-label="Spans priced again"
        aria-valuemin={0}
        aria-valuenow={pricedSpanCount}
        aria-valuemax={Math.max(spanCount, 1)}
        aria-valuetext={words}
        className={classes.track}
      >
        <span
          style={{ width: `${spanCount === 0 ? 100 : (pricedSpanCount / spanCount) * 100}%` }}
        />
      </span>
    </div>
  );
}

function describeRange({ startTime, endTime }: Recalculation): string {
  if (startTime === null && endTime === null) return 'All time';
  return describeTimeRange({
    timeRangeStart: startTime ?? undefined,
    timeRangeEnd: endTime ?? undefined,
  });
}
