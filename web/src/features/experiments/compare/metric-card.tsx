import type { ReactNode } from 'react';
import type { Direction } from '../../../components/score-labels/score-texts.js';
import type { Counts } from '../api/comparison-counts.js';
import { CountsBar } from './counts-bar.js';
import { describeCandidate } from './counts-strip.js';
import { ExperimentMark } from './experiment-mark.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';
import classes from './metric-card.module.css';

interface MetricCardProps {
  title: string;
  /** Describes the values, in small type. */
  note: string;
  /** One value per experiment, in order. Without `fill`, only the text is shown. The note is below. */
  bars: readonly { id: string; fill?: number; text: ReactNode; note?: ReactNode }[];
  counts?: Counts | undefined;
  /** Which values are better; absent if less is. */
  direction?: Direction | undefined;
  /**
   * The number of experiments that are compared with the base experiment; 0 if nothing is counted.
   */
  compareCount?: number;
}

/** One score or metric of all compared experiments. */
export function MetricCard(props: MetricCardProps) {
  const { title, note, bars, counts, direction, compareCount = 0 } = props;
  return (
    <li className={classes.card}>
      <h2 className={classes.title}>
        <span className={classes.name} title={title}>
          {title}
        </span>
        <small>{note}</small>
      </h2>
      <ul className={classes.bars}>
        {bars.map(({ id, fill, text, note }, index) => (
          <li key={id}>
            <ExperimentMark index={index} />
            {fill === undefined ? null : (
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.fill}
                  style={{ width: `${fill * 100}%`, background: getSeriesColor(index) }}
                />
              </span>
            )}
            <span className={fill === undefined ? undefined : `${classes.value} numeric`}>
              {text}
            </span>
            {note ? <small className={classes.note}>{note}</small> : null}
          </li>
        ))}
      </ul>
      {compareCount > 0 ? (
        <div className={classes.counts}>
          <p>{describeCandidate(compareCount)} compared with the base experiment</p>
          <CountsBar counts={counts} direction={direction} />
        </div>
      ) : null}
    </li>
  );
}
