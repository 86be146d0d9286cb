import { Notice } from '../../../components/feedback/notice.js';
import { WordDiff } from '../../../components/word-diff/word-diff.js';
import { listNodes } from '../../../lib/data/connections.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { SideRun } from '../api/compared-example.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import { Evaluations } from '../components/evaluations.js';
import { PayloadSection } from '../components/payload-section.js';
import type { DiffSide } from '../search.js';
import { toValueText } from '../value-text.js';
import { ExperimentMark } from './experiment-mark.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';
import classes from './run-column.module.css';
import { RunFigures } from './run-figures.js';

interface RunColumnProps {
  /** The position of the experiment in the comparison. */
  index: number;
  experiment: ComparedExperiment;
  runs: readonly SideRun[];
  baseRuns: readonly SideRun[];
  reference: Json;
  diff: DiffSide | undefined;
}

/** The runs of one experiment for one example, one below the other. */
export function RunColumn({ index, experiment, runs, baseRuns, reference, diff }: RunColumnProps) {
  const { name, sequenceNumber } = experiment;
  const heading = `#${sequenceNumber} ${name}`;
  return (
    <section
      className={classes.column}
      style={{ borderTopColor: getSeriesColor(index) }}
      aria-label={heading}
    >
      <h3 className={classes.title}>
        <ExperimentMark index={index} />
        <span className={classes.name} title={name} dir="auto">
          {heading}
        </span>
      </h3>
      {runs.length === 0 ? <p className={classes.none}>No run for this example.</p> : null}
      {runs.map((run) => (
        <Run
          key={run.id}
          run={run}
          isOnly={runs.length === 1}
          before={findTextBefore(run, index, baseRuns, reference, diff)}
        />
      ))}
    </section>
  );
}

/** Returns the text to compare an output with; undefined if it is shown as it is. */
function findTextBefore(
  run: SideRun,
  index: number,
  baseRuns: readonly SideRun[],
  reference: Json,
  diff: DiffSide | undefined,
): string | undefined {
  if (diff === 'reference') return toValueText(reference) || undefined;
  if (diff !== 'base' || index === 0) return undefined;
  // Compares each repetition with the base experiment’s run of that repetition, if there is one.
  const base = baseRuns.find((one) => one.repetitionNumber === run.repetitionNumber) ?? baseRuns[0];
  return base && base.output !== null ? toValueText(base.output as Json) : undefined;
}

interface RunProps {
  run: SideRun;
  isOnly: boolean;
  before: string | undefined;
}

function Run({ run, isOnly, before }: RunProps) {
  const { error, output, annotations } = run;
  const isCompared = before !== undefined && output !== null;
  return (
    <article className={classes.run}>
      <RunFigures run={run} withRepetition={!isOnly} />
      {error === null ? null : (
        <Notice tone="error">
          <span className={classes.error}>{error || 'Failed without a message'}</span>
        </Notice>
      )}
      {error !== null && output === null ? null : (
        <PayloadSection title="Output" value={output as Json}>
          {isCompared ? <WordDiff before={before} after={toValueText(output as Json)} /> : null}
        </PayloadSection>
      )}
      <Evaluations evaluations={listNodes(annotations)} />
    </article>
  );
}
