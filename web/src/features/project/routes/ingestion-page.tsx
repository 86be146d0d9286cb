import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, Send, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useSelectedRows } from '../../../components/data-table/row-checkboxes.js';
import { SelectionBar } from '../../../components/data-table/selection-bar.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  type IngestionErrorRow,
  useIngestionErrors,
  useIngestionHealth,
} from '../api/ingestion.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';
import { ERROR_COLUMNS, titleOf } from '../ingestion/error-columns.js';
import { ErrorPanel } from '../ingestion/error-panel.js';
import { ErrorsToolbar } from '../ingestion/errors-toolbar.js';
import { IngestionHealth } from '../ingestion/ingestion-health.js';
import { useErrorDeletion } from '../ingestion/use-error-deletion.js';
import { useResend } from '../ingestion/use-resend.js';
import { ListPage } from '../../../components/layout/list-page.js';

const route = getRouteApi('/projects/$projectId/ingestion');

/** The exporters that send to a project, and the spans and annotations that were not stored. */
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

  return (
    <>
      <IngestionHealth health={health} />
      <ListPage
        toolbar={
          <ErrorsToolbar
            reasons={reasons}
            reason={reason}
            onReason={(next) => void navigate({ search: (now) => ({ ...now, reason: next }) })}
            count={count}
            keptCount={keptCount}
            canWrite={can.write}
            progress={progress}
            onResend={(total) => resend({ reason, total })}
            onDelete={(all) => askToDelete({ reason, count: all })}
          />
        }
        label="Not stored"
        layout={layout}
        list={list}
        onOpen={open}
        activeId={shown?.id}
        empty={
          <EmptyState icon={CircleCheck} title="Everything was stored">
            Spans and annotations that cannot be stored are listed here with the reason. Spans are
            kept, so you can send them again once the cause is fixed.
          </EmptyState>
        }
        selectionBar={
          chosen.length > 0 && !shown ? (
            <ChosenErrors
              errors={chosen}
              isSending={progress !== undefined}
              onResend={(ids) => resend({ ids, total: ids.length })}
              onDelete={(ids) => askToDelete({ ids, count: ids.length })}
              onClear={clear}
            />
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

interface ChosenErrorsProps {
  errors: readonly IngestionErrorRow[];
  isSending: boolean;
  onResend: (ids: string[]) => void;
  onDelete: (ids: string[]) => void;
  onClear: () => void;
}

/** Sends the spans of the selected errors again, or deletes them. */
function ChosenErrors({ errors, isSending, onResend, onDelete, onClear }: ChosenErrorsProps) {
  const kept = errors.filter(({ isKept }) => isKept);
  return (
    <SelectionBar text={`${formatPlural(errors.length, 'error')} selected`} onClear={onClear}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Send size={14} aria-hidden />}
        disabled={kept.length === 0}
        loading={isSending}
        onClick={() => onResend(kept.map(({ id }) => id))}
      >
        Send again
      </Button>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => onDelete(errors.map(({ id }) => id))}
      >
        Delete…
      </Button>
    </SelectionBar>
  );
}
