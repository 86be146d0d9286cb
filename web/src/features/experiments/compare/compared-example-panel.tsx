import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { CircleOff } from 'lucide-react';
import { useEffect } from 'react';
import { preloadProse } from '../../../components/text/lazy-prose.js';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { type Pager, PanelHeader } from '../../../components/layout/panel-header.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { type ComparedExample, useComparedExample } from '../api/compared-example.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import { PayloadSection } from '../components/payload-section.js';
import { type CompareSearch, DIFF_SIDES, type DiffSide } from '../search.js';
import classes from './compared-example-panel.module.css';
import { ExperimentToggles } from './experiment-toggles.js';
import { RunColumn } from './run-column.js';
import { findScore } from './runs.js';

interface ExamplePanelProps {
  exampleId: string;
  experiments: readonly ComparedExperiment[];
  scores: readonly string[];
  search: CompareSearch;
  onChange: (change: Partial<CompareSearch>) => void;
  pager: Pager;
}

/** The panel of one example, over the comparison: all runs of all experiments side by side. */
export function ComparedExamplePanel(props: ExamplePanelProps) {
  useEffect(preloadProse, []);
  const { exampleId, experiments, scores, search, onChange, pager } = props;
  const [base] = experiments;
  const { example, error, reload } = useComparedExample(
    exampleId,
    base?.datasetVersion.id ?? '',
    experiments.map(({ id }) => id),
  );
  useKeys({ j: pager.next, k: pager.previous });
  const close = () => onChange({ exampleId: undefined });
  const name = example?.externalId ?? exampleId;
  return (
    <SidePanel label="Example" name="compared-example" isFullWidth onClose={close}>
      <PanelHeader title="Example" id={name} pager={pager} onClose={close}>
        <CopyButton value={name} label="example ID" />
      </PanelHeader>
      <div className={classes.toolbar}>
        <ExperimentToggles
          experiments={experiments}
          hidden={search.hidden ?? []}
          onChange={(hidden) => onChange({ hidden: hidden.length > 0 ? hidden : undefined })}
        />
        <span className={classes.spring} />
        <SegmentedControl
          aria-label="Compare outputs with"
          value={search.diff ?? 'off'}
          onChange={(value) => onChange({ diff: readDiff(value) })}
          data={[
            { value: 'off', label: 'Nothing' },
            { value: 'base', label: 'Base experiment' },
            { value: 'reference', label: 'Reference' },
          ]}
        />
        {scores.length > 0 ? (
          <NativeSelect
            size="xs"
            aria-label="Order of runs"
            value={search.by ?? ''}
            onChange={(event) => onChange({ by: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: 'By repetition' },
              ...scores.map((score) => ({ value: score, label: `Best ${score} first` })),
            ]}
          />
        ) : null}
      </div>
      {example ? <SideBySide {...props} example={example} /> : null}
      {example || error ? null : <Skeleton height={220} m={20} w="auto" />}
      {error && !example && !isNotFound(error) ? (
        <ErrorState error={error} onRetry={reload} />
      ) : null}
      {error && !example && isNotFound(error) ? (
        <EmptyState icon={CircleOff} title="Example not found">
          It may have been deleted with its dataset, or the link is incomplete.
        </EmptyState>
      ) : null}
    </SidePanel>
  );
}

function readDiff(value: string): DiffSide | undefined {
  return DIFF_SIDES.find((side) => side === value);
}

function SideBySide(props: ExamplePanelProps & { example: ComparedExample }) {
  const { experiments, example, search } = props;
  const { input, output: reference, metadata } = example.revision;
  const groups = experiments.map((experiment, index) => {
    const group = example.experimentRepeatedRunGroups.find(
      ({ experimentId }) => experimentId === experiment.id,
    );
    return { experiment, index, runs: sortRuns(group?.runs ?? [], search.by) };
  });
  const shown = groups.filter(({ experiment }) => !search.hidden?.includes(experiment.id));
  return (
    <div className={classes.sides}>
      <div className={classes.example}>
        <PayloadSection title="Input" value={input as Json} />
        <PayloadSection title="Reference" value={reference as Json} />
        {isObject(metadata as Json) && Object.keys(metadata as object).length === 0 ? null : (
          <PayloadSection title="Metadata" value={metadata as Json} />
        )}
      </div>
      <div className={classes.columns}>
        {shown.map(({ experiment, index, runs }) => (
          <RunColumn
            key={experiment.id}
            index={index}
            experiment={experiment}
            runs={runs}
            baseRuns={groups[0]?.runs ?? []}
            reference={reference as Json}
            diff={search.diff}
          />
        ))}
      </div>
    </div>
  );
}

type Runs = ComparedExample['experimentRepeatedRunGroups'][number]['runs'];

function sortRuns(runs: Runs, by: string | undefined): Runs {
  const inOrder = runs.toSorted((a, b) => a.repetitionNumber - b.repetitionNumber);
  if (by === undefined) return inOrder;
  const getScore = (run: Runs[number]) => findScore(run, by) ?? -Infinity;
  return inOrder.toSorted((a, b) => getScore(b) - getScore(a) || 0);
}
