import { Skeleton, Switch } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CircleOff } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { preloadProse } from '../../../components/text/lazy-prose.js';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { CostBreakdown } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Notice } from '../../../components/feedback/notice.js';
import { PanelHeader } from '../../../components/layout/panel-header.js';
import { useRowPager } from '../../../components/data-table/row-pager.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { type Stat, StatStrip } from '../../../components/data-display/stat-strip.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { WordDiff } from '../../../components/word-diff/word-diff.js';
import { listNodes } from '../../../lib/data/connections.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { type RunDetail, useRun } from '../api/run.js';
import { Evaluations } from '../components/evaluations.js';
import { PayloadSection } from '../components/payload-section.js';
import { TraceLink } from '../components/trace-link.js';
import { type ExperimentSearch, readExperimentSearch } from '../search.js';
import { toValueText } from '../value-text.js';
import classes from './run-panel.module.css';

const route = getRouteApi('/datasets/$datasetId/experiments/$experimentId/runs/$runId');

/** The run panel, over the list of runs: input, reference, output and evaluations. */
export function RunPanel() {
  useEffect(preloadProse, []);
  const { datasetId, experimentId, runId } = route.useParams();
  const { full = false, diff } = readExperimentSearch(route.useSearch());
  const navigate = route.useNavigate();
  const pager = useRowPager();
  const { run, error, reload } = useRun(runId);
  useKeys({ j: pager.next, k: pager.previous });

  const close = useCallback(
    () =>
      void navigate({
        to: '/datasets/$datasetId/experiments/$experimentId',
        params: { datasetId, experimentId },
        search: (now) => ({ ...readExperimentSearch(now), full: undefined }),
      }),
    [navigate, datasetId, experimentId],
  );
  const change = (part: Partial<ExperimentSearch>) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true });

  return (
    <SidePanel label="Run" name="run" isFullWidth={full} onClose={close}>
      <PanelHeader
        title="Run"
        id={run && getExampleName(run)}
        pager={pager}
        isFullWidth={full}
        onFullWidthChange={(value) => change({ full: value ? true : undefined })}
        onClose={close}
      >
        {run ? <CopyButton value={run.id} label="run ID" /> : null}
      </PanelHeader>
      {run ? (
        <RunView
          key={run.id}
          run={run}
          withDiff={diff === 'reference'}
          onDiff={(isOn) => change({ diff: isOn ? 'reference' : undefined })}
        />
      ) : null}
      {run || error ? null : <Skeleton height={160} m={20} w="auto" />}
      {error && !run ? <Missing error={error} onRetry={reload} /> : null}
    </SidePanel>
  );
}

interface RunViewProps {
  run: RunDetail;
  withDiff: boolean;
  onDiff: (isOn: boolean) => void;
}

function RunView({ run, withDiff, onDiff }: RunViewProps) {
  const { input, output: reference, metadata } = run.example.revision;
  const isComparable = run.output !== null && !isEmpty(reference as Json);
  const isCompared = isComparable && withDiff;
  return (
    <>
      <StatStrip stats={listFigures(run)} />
      <div className={classes.scroller}>
        {run.error === null ? null : (
          <Notice tone="error">
            <span className={classes.error}>{run.error || 'Failed without a message'}</span>
          </Notice>
        )}
        <PayloadSection title="Input" value={input as Json} />
        <div className={classes.pair}>
          {isCompared ? null : <PayloadSection title="Reference" value={reference as Json} />}
          <PayloadSection
            title="Output"
            value={run.output as Json}
            actions={
              isComparable ? (
                <Switch
                  size="xs"
                  label="Differences from the reference"
                  checked={withDiff}
                  onChange={(event) => onDiff(event.currentTarget.checked)}
                />
              ) : null
            }
          >
            {isCompared ? (
              <WordDiff
                before={toValueText(reference as Json)}
                after={toValueText(run.output as Json)}
              />
            ) : null}
          </PayloadSection>
        </div>
        <section aria-label="Evaluations" className={classes.evaluations}>
          <h3>Evaluations</h3>
          <Evaluations evaluations={listNodes(run.annotations)} />
        </section>
        {isEmpty(metadata as Json) ? null : (
          <PayloadSection title="Example metadata" value={metadata as Json} />
        )}
      </div>
    </>
  );
}

function listFigures(run: RunDetail): Stat[] {
  const { total, prompt, completion } = run.costSummary;
  return [
    {
      label: 'Status',
      value: <StatusMark status={run.error === null ? 'OK' : 'ERROR'} withLabel />,
    },
    { label: 'Latency', value: <Duration ms={run.latencyMs} /> },
    {
      label: 'Tokens',
      value: (
        <TokenCount total={total.tokens} prompt={prompt.tokens} completion={completion.tokens} />
      ),
    },
    {
      label: 'Cost',
      value: <CostBreakdown summary={run.costSummary} details={run.costDetailSummaryEntries} />,
      note: run.trace && <UnpricedNote counts={run.costSummary} owner={{ id: run.trace.id }} />,
    },
    { label: 'Repetition', value: run.repetitionNumber },
    { label: 'Trace', value: <TraceLink trace={run.trace} /> },
  ];
}

function getExampleName({ example }: RunDetail): string {
  return example.externalId ?? example.id;
}

function isEmpty(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

function Missing({
  error,
  onRetry,
}: {
  error: Parameters<typeof isNotFound>[0];
  onRetry: () => void;
}) {
  if (!isNotFound(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={CircleOff} title="Run not found">
      It may have been deleted with its experiment, or the link is incomplete.
    </EmptyState>
  );
}
