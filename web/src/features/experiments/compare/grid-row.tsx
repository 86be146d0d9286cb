import { Link } from '@tanstack/react-router';
import { memo, type Ref } from 'react';
import { isPlainClick } from '../../../lib/browser/plain-click.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import type { ComparisonRow } from '../api/comparison.js';
import classes from './comparison-grid.module.css';
import { RunCell } from './run-cell.js';
import { type Directions, findRunOfRepetition } from './runs.js';
import { ValueExcerpt } from './value-excerpt.js';

interface GridRowProps {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  row: ComparisonRow;
  experiments: readonly ComparedExperiment[];
  repetition: number;
  directions: Directions;
  isActive: boolean;
  onOpen: (exampleId: string) => void;
  onFilter: (condition: string) => void;
}

function PlainGridRow(props: GridRowProps) {
  const { ref, index, row, experiments, repetition, directions, isActive, onOpen, onFilter } =
    props;
  const { id, externalId, revision } = row.example;
  const shown = experiments.map((experiment) => {
    const group = row.repeatedRunGroups.find(({ experimentId }) => experimentId === experiment.id);
    const runs = group?.runs ?? [];
    return { experiment, runs, run: findRunOfRepetition(runs, repetition, experiment.repetitions) };
  });
  const base = shown[0]?.run;
  return (
    <tr
      ref={ref}
      data-index={index}
      className={classes.row}
      data-active={isActive || undefined}
      onClick={(event) => {
        if (isPlainClick(event)) onOpen(id);
      }}
    >
      <td className={classes.input}>
        <Link
          to="."
          search={(now) => ({ ...now, exampleId: id })}
          className={classes.open}
          aria-label={`Open example ${externalId ?? id}`}
        >
          {externalId ?? 'Open example'}
        </Link>
        <ValueExcerpt value={revision.input as Json} />
      </td>
      <td className={classes.reference}>
        <ValueExcerpt value={revision.output as Json} />
      </td>
      {shown.map(({ experiment, runs, run }, place) => (
        <td key={experiment.id}>
          <RunCell
            index={place}
            run={run}
            runCount={runs.length}
            base={place > 0 ? base : undefined}
            directions={directions}
            onFilter={onFilter}
          />
        </td>
      ))}
    </tr>
  );
}

/**
 * One example with its runs. Scrolling renders the grid on every frame, so unchanged rows must cost
 * nothing.
 */
export const GridRow = memo(PlainGridRow);
