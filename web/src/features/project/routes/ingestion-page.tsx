import { Button, NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, Send, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ProgressBar } from '../../../components/data-display/progress-bar.js';
import { useSelectedRows } from '../../../components/data-table/row-checkboxes.js';
import { SelectionBar } from '../../../components/data-table/selection-bar.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { ConfirmDialog, type Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatExact, formatPlural, formatCount } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  DeleteErrorsMutation,
  type IngestionErrorRow,
  useIngestionErrors,
  useIngestionHealth,
  type SentMetric,
} from '../api/ingestion.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';
import { ERROR_COLUMNS, titleOf } from '../ingestion/error-columns.js';
import { ErrorPanel } from '../ingestion/error-panel.js';
import { ExporterList } from '../ingestion/exporter-list.js';
import classes from '../ingestion/ingestion.module.css';
import { useResend } from '../ingestion/use-resend.js';
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

const route = getRouteApi('/projects/$projectId/ingestion');

/** What sends spans to a project, and what of it was not stored. */
export function IngestionPage() {
  const { projectId } = route.useParams();
  const { reason, error: openId } = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useViewer();
  const health = useIngestionHealth(projectId);
  const list = useIngestionErrors(projectId, reason);
  const { rows, reload: reloadList } = list;
  const selected = useSelectedRows(rows, ERROR_COLUMNS, can.write ? titleOf : undefined);
  const { chosen, clear } = selected;
  const layout = useColumnLayout('project.ingestion', selected.columns);

  const open = useCallback(
    (row: IngestionErrorRow | undefined) =>
      void navigate({ search: (now) => ({ ...now, error: row?.id }), replace: true }),
    [navigate],
  );
  const onChanged = useCallback(() => {
    clear();
    open(undefined);
    reloadList();
  }, [clear, open, reloadList]);
  const { resend, progress } = useResend(projectId, onChanged);
  const { askToDelete, confirmation, close } = useErrorDeletion(projectId, onChanged);
  const shown = rows.find((row) => row.id === openId);
  const pager = useAdjacentRows(rows, openId, open, list.loadAhead);
  useKeys({ Escape: chosen.length > 0 && !shown ? clear : undefined });

  const reasons = health.reasons ?? [];
  const listed = reasons.filter((one) => reason === undefined || one.reason === reason);
  const count = listed.reduce((sum, one) => sum + one.count, 0);
  const keptCount = listed.reduce((sum, one) => sum + one.keptCount, 0);
  const holds = useRef(false);
  useEffect(() => {
    holds.current = chosen.length > 0 || shown !== undefined;
  });
  const { refresh } = list;
  const refreshList = useCallback(() => refresh(holds.current), [refresh]);
  useReloadOn(count, refreshList);
  const chosenKept = chosen.filter(({ isKept }) => isKept);

  return (
    <>
      <ScrollRegion label="Exporters" className={classes.exporters}>
        <h2>Exporters</h2>
        {health.error && !health.exporters ? (
          <ErrorState error={health.error} onRetry={health.reload} />
        ) : (
          <ExporterList exporters={health.exporters} />
        )}
        {health.metrics && health.metrics.length > 0 ? (
          <>
            <h2>Metrics</h2>
            <MetricList metrics={health.metrics} />
          </>
        ) : null}
      </ScrollRegion>
      <ListPage
        toolbar={
          <Toolbar
            isDivided
            actions={
              <>
                {progress ? (
                  <ProgressBar
                    label="Sending spans again"
                    words={`${formatExact(progress.done)} of ${formatExact(progress.total)} sent again`}
                    {...progress}
                  />
                ) : null}
                {can.write && count > 0 ? (
                  <>
                    <Button
                      variant="default"
                      leftSection={<Send size={15} aria-hidden />}
                      disabled={keptCount === 0}
                      loading={progress !== undefined}
                      onClick={() => resend({ reason, total: keptCount })}
                    >
                      Send {formatPlural(keptCount, 'span')} again
                    </Button>
                    <Button
                      variant="default"
                      leftSection={<Trash2 size={15} aria-hidden />}
                      onClick={() => askToDelete({ reason, count })}
                    >
                      Delete all…
                    </Button>
                  </>
                ) : null}
              </>
            }
          >
            <h2 className={classes.title}>Not stored</h2>
            {reasons.length > 0 || reason !== undefined ? (
              <NativeSelect
                aria-label="Reason"
                className={classes.reason}
                value={reason ?? ''}
                data={listReasonChoices(reasons, reason)}
                onChange={({ currentTarget }) =>
                  void navigate({
                    search: (now) => ({ ...now, reason: currentTarget.value || undefined }),
                  })
                }
              />
            ) : null}
          </Toolbar>
        }
        label="Not stored"
        layout={layout}
        list={list}
        onOpen={open}
        activeId={shown?.id}
        empty={
          <EmptyState icon={CircleCheck} title="Everything was stored">
            Spans and annotations that cannot be stored are listed here with the reason. Spans are
            kept, so that you can send them again once the reason is gone.
          </EmptyState>
        }
        selectionBar={
          chosen.length > 0 && !shown ? (
            <SelectionBar text={`${formatPlural(chosen.length, 'error')} selected`} onClear={clear}>
              <Button
                variant="default"
                size="compact-md"
                leftSection={<Send size={14} aria-hidden />}
                disabled={chosenKept.length === 0}
                loading={progress !== undefined}
                onClick={() =>
                  resend({ ids: chosenKept.map(({ id }) => id), total: chosenKept.length })
                }
              >
                Send again
              </Button>
              <Button
                variant="default"
                size="compact-md"
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() =>
                  askToDelete({ ids: chosen.map(({ id }) => id), count: chosen.length })
                }
              >
                Delete…
              </Button>
            </SelectionBar>
          ) : null
        }
      />
      {shown ? (
        <ErrorPanel
          key={shown.id}
          projectId={projectId}
          error={shown}
          pager={pager}
          canWrite={can.write}
          isBusy={progress !== undefined}
          onResend={() => resend({ ids: [shown.id], total: 1 })}
          onDelete={() => askToDelete({ ids: [shown.id], count: 1 })}
          onClose={() => open(undefined)}
        />
      ) : null}
      <ConfirmDialog confirmation={confirmation} onClose={close} />
    </>
  );
}

interface DeletionChoice {
  reason?: string | undefined;
  ids?: string[];
  count: number;
}

function useErrorDeletion(projectId: string, onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [remove] = useGraphqlMutation(DeleteErrorsMutation);
  const askToDelete = ({ reason, ids, count }: DeletionChoice) =>
    setConfirmation({
      title: `Delete ${formatPlural(count, 'error')}`,
      text: 'This deletes the errors with the spans that are kept of them. You can’t undo this.',
      label: 'Delete',
      run: async () => {
        const { data, error } = await remove({ input: { projectId, reason, ids } });
        if (error) return describeError(error).detail;
        const { deletedCount } = data.deleteIngestionErrors;
        notifications.show({ message: `${formatPlural(deletedCount, 'error')} deleted` });
        onDeleted();
        return undefined;
      },
    });
  return { askToDelete, confirmation, close: () => setConfirmation(undefined) };
}

/** A reason that is gone stays in the list while it is chosen. */
function listReasonChoices(
  reasons: readonly { reason: string; count: number }[],
  chosen: string | undefined,
): { value: string; label: string }[] {
  const choices = reasons.map(({ reason, count }) => ({
    value: reason,
    label: `${reason} (${formatExact(count)})`,
  }));
  const isGone = chosen !== undefined && !reasons.some(({ reason }) => reason === chosen);
  return [
    { value: '', label: 'Any reason' },
    ...choices,
    ...(isGone ? [{ value: chosen, label: `${chosen} (0)` }] : []),
  ];
}

/** The metrics that were sent to the project, and which of them are only counted. */
function MetricList({ metrics }: { metrics: readonly SentMetric[] }) {
  return (
    <ul className={classes.metrics}>
      {metrics.map((metric) => (
        <li key={metric.name}>
          <code>{metric.name}</code> <span className={classes.none}>{describePoints(metric)}</span>
        </li>
      ))}
    </ul>
  );
}

function describePoints({ pointCount, keptCount }: SentMetric): string {
  const points = pointCount === 1 ? formatPlural(1, 'point') : `${formatCount(pointCount)} points`;
  if (keptCount === 0) return `${points}, counted only`;
  return keptCount < pointCount ? `${points}, ${formatCount(keptCount)} kept` : points;
}
