import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Filter } from 'lucide-react';
import { Cost } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { formatScore, formatShare } from '../../../lib/format/numbers.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import classes from './comparison-grid.module.css';
import { suggestExperimentConditions } from './conditions.js';
import { ExperimentMark } from './experiment-mark.js';

interface GridHeadProps {
  experiments: readonly ComparedExperiment[];
  scores: readonly string[];
  onFilter: (condition: string) => void;
}

/** The header of the comparison: a column for each experiment with its averages. */
export function GridHead({ experiments, scores, onFilter }: GridHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.input}>
          Input
        </th>
        <th scope="col" className={classes.reference}>
          Reference
        </th>
        {experiments.map((experiment, index) => (
          <th key={experiment.id} scope="col">
            <div className={classes.experiment}>
              <ExperimentMark index={index} />
              <span className={classes.name} title={experiment.name} dir="auto">
                #{experiment.sequenceNumber} {experiment.name}
              </span>
              <ColumnFilter
                index={index}
                scores={scores}
                onFilter={onFilter}
                name={experiment.name}
              />
            </div>
            <Averages experiment={experiment} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Averages({ experiment }: { experiment: ComparedExperiment }) {
  const { annotationSummaries, averageRunLatencyMs, costSummary, errorRate } = experiment;
  return (
    <div className={classes.averages}>
      {annotationSummaries.map(({ annotationName, meanScore }) =>
        meanScore === null ? null : (
          <span key={annotationName}>
            {annotationName} <b className="numeric">{formatScore(meanScore)}</b>
          </span>
        ),
      )}
      <span>
        <Duration ms={averageRunLatencyMs} />
      </span>
      {costSummary.total.tokens ? (
        <span>
          <TokenCount
            total={costSummary.total.tokens}
            prompt={costSummary.prompt.tokens}
            completion={costSummary.completion.tokens}
          />{' '}
          tokens
        </span>
      ) : null}
      {costSummary.total.cost === null && costSummary.unpricedSpanCount === 0 ? null : (
        <span>
          <Cost summary={costSummary} />{' '}
          <UnpricedNote counts={costSummary} owner={{ id: experiment.id }} />
        </span>
      )}
      {errorRate ? <span className={classes.errors}>{formatShare(errorRate)} failed</span> : null}
    </div>
  );
}

interface ColumnFilterProps extends Pick<GridHeadProps, 'scores' | 'onFilter'> {
  index: number;
  name: string;
}

function ColumnFilter({ index, name, scores, onFilter }: ColumnFilterProps) {
  return (
    <Menu position="bottom-end" width="max-content">
      <Menu.Target>
        <Tooltip label="Filter examples">
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Filter examples by ${name}`}
          >
            <Filter size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show only examples where</Menu.Label>
        {suggestExperimentConditions(index, scores).map(({ label, condition }) => (
          <Menu.Item key={condition} onClick={() => onFilter(condition)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
