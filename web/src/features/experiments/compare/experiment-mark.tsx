import { getSeriesColor } from '../../../lib/theme/palette.js';
import classes from './experiment-mark.module.css';

/**
 * The mark of an experiment in a comparison: its color, and its number in conditions. The base
 * experiment is number 0.
 */
export function ExperimentMark({ index }: { index: number }) {
  return (
    <span
      className={classes.mark}
      style={{ background: getSeriesColor(index) }}
      title={
        index === 0
          ? 'Base experiment, experiments[0] in filters'
          : `experiments[${index}] in filters`
      }
    >
      {index}
    </span>
  );
}
