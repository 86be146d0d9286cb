import { formatDuration } from '../../../lib/format/numbers.js';
import { type TimeScale, toTicks } from './time-scale.js';
import classes from './trace-tree.module.css';

/** The time axis of the bars below, from the start of the trace. */
export function TimeAxis({ scale }: { scale: TimeScale }) {
  const total = scale.length / 1000;
  // A label needs space to the right of its tick.
  const ticks = toTicks(scale).filter((ms) => ms / total < 0.92);
  return (
    <div className={`${classes.axis} numeric`} aria-hidden>
      <div className={classes.axisTrack}>
        {ticks.map((ms) => (
          <span key={ms} className={classes.tick} style={{ left: `${(ms / total) * 100}%` }}>
            {ms === 0 ? '0' : formatDuration(ms)}
          </span>
        ))}
      </div>
    </div>
  );
}
