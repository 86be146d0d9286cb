import { CircleAlert } from 'lucide-react';
import { listNodes } from '../../../lib/data/connections.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { ComparedRun } from '../api/comparison.js';
import { EvaluationChip } from './evaluation-chip.js';
import classes from './run-cell.module.css';
import { RunFigures } from './run-figures.js';
import { type Directions, findScore } from './runs.js';
import { ValueExcerpt } from './value-excerpt.js';

interface RunCellProps {
  /** The position of the experiment in the comparison. */
  index: number;
  run: ComparedRun | undefined;
  /** The runs of the experiment for the example, one of which is shown. */
  runCount: number;
  /** The base experiment’s run, which this one is compared with; absent for the base experiment. */
  base: ComparedRun | undefined;
  directions: Directions;
  onFilter: (condition: string) => void;
}

/** The run of one experiment for one example: output, figures and evaluations. */
export function RunCell({ index, run, runCount, base, directions, onFilter }: RunCellProps) {
  if (!run)
    return (
      <span className={classes.none}>{runCount > 0 ? 'No run for this repetition' : 'No run'}</span>
    );
  const { error, output } = run;
  const evaluations = listNodes(run.annotations);
  return (
    <div className={classes.cell}>
      {error === null ? null : (
        <div className={classes.error} dir="auto">
          <CircleAlert size={14} aria-hidden />
          <span>{error || 'Failed without a message'}</span>
        </div>
      )}
      {error !== null && output === null ? null : <ValueExcerpt value={output as Json} />}
      {evaluations.length > 0 ? (
        <div className={classes.chips}>
          {evaluations.map((evaluation) => (
            <EvaluationChip
              key={evaluation.id}
              index={index}
              evaluation={evaluation}
              baseScore={findScore(base, evaluation.name)}
              direction={directions.get(evaluation.name)}
              onFilter={onFilter}
            />
          ))}
        </div>
      ) : null}
      <RunFigures run={run} withRepetition={runCount > 1} />
    </div>
  );
}
