import { CircleAlert } from 'lucide-react';
import type { Json } from '../../../lib/json/exact-json.js';
import type { ComparedRun } from '../api/comparison.js';
import { EvaluationChip } from './evaluation-chip.js';
import classes from './run-cell.module.css';
import { RunFigures } from './run-figures.js';
import { scoreOf } from './runs.js';
import { ValueExcerpt } from './value-excerpt.js';

interface RunCellProps {
  /** Place of the experiment in the comparison. */
  index: number;
  run: ComparedRun | undefined;
  /** Runs of the experiment over the example; one of them is shown. */
  runCount: number;
  /** The run of the base, by which this one is measured; absent for the base itself. */
  base: ComparedRun | undefined;
  onFilter: (condition: string) => void;
}

/** What one experiment made of one example: the answer, what it took, and how it was judged. */
export function RunCell({ index, run, runCount, base, onFilter }: RunCellProps) {
  if (!run) return <span className={classes.none}>{runCount > 0 ? 'No such run' : 'No run'}</span>;
  const { error, output, annotations } = run;
  return (
    <div className={classes.cell}>
      {error === null ? null : (
        <div className={classes.error} dir="auto">
          <CircleAlert size={14} aria-hidden />
          <span>{error || 'Failed without a message'}</span>
        </div>
      )}
      {error !== null && output === null ? null : <ValueExcerpt value={output as Json} />}
      {annotations.length > 0 ? (
        <div className={classes.chips}>
          {annotations.map((evaluation) => (
            <EvaluationChip
              key={evaluation.id}
              index={index}
              evaluation={evaluation}
              baseScore={scoreOf(base, evaluation.name)}
              onFilter={onFilter}
            />
          ))}
        </div>
      ) : null}
      <RunFigures run={run} withRepetition={runCount > 1} />
    </div>
  );
}
