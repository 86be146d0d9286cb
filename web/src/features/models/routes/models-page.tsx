import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Coins, Plus, RotateCw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { ConfirmDialog, type Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import page from '../../../components/layout/list-page.module.css';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type Model, useModels } from '../api/models.js';
import { buildModelColumns } from '../components/model-columns.js';
import { ModelDialog, type ShownModel } from '../components/model-dialog.js';
import { RecalculationDialog } from '../components/recalculation-dialog.js';
import { RunningNote } from '../components/running-note.js';
import { useModelDeletion } from '../components/use-model-deletion.js';
import { MODEL_KINDS, type ModelsSearch } from '../search.js';

const route = getRouteApi('/settings/models');

const ANY = 'all';

const EMPTY = {
  writer: 'Create one to price your own models, or copy a built-in one to change its prices.',
  viewer: 'A member can create one to price other models, or to change built-in prices.',
};

/** The models and the prices of their tokens. Everybody sees them; members change custom ones. */
export function ModelsPage() {
  useBreadcrumbs([{ label: 'Settings', link: { to: '/settings' } }, { label: 'Models' }]);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useViewer();
  const list = useModels();
  const { rows, reload, reread } = list;
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const describeDeletion = useModelDeletion(reload);

  const change = useCallback(
    (changed: Partial<ModelsSearch>, replace = true) =>
      void navigate({ search: (now) => ({ ...now, ...changed }), replace }),
    [navigate],
  );
  const open = useCallback(({ id }: Model) => change({ model: id }, false), [change]);
  const copy = useCallback(({ id }: Model) => change({ model: 'new', copy: id }, false), [change]);
  const close = useCallback(
    () => change({ model: undefined, copy: undefined, name: undefined, provider: undefined }),
    [change],
  );

  const { q = '', kind } = search;
  const shown = useMemo(() => filterModels(rows, q, kind), [rows, q, kind]);
  const columns = useMemo(
    () =>
      buildModelColumns(
        can.write
          ? {
              onEdit: open,
              onCopy: copy,
              onDelete: (model) => setConfirmation(describeDeletion(model)),
            }
          : undefined,
      ),
    [can.write, open, copy, describeDeletion],
  );
  const layout = useColumnLayout('settings.models', columns, undefined, ignoreColumns);

  return (
    <div className={page.page}>
      <div className={page.heading}>
        <h1>Models</h1>
        <p>
          Prices of tokens, from which the cost of model calls is calculated. Custom models come
          before built-in ones.
        </p>
      </div>
      <div className={`${page.toolbar} ${page.narrowFilter}`}>
        <FilterField
          label="Find models by name, provider or pattern"
          placeholder="Name, provider or pattern"
          value={q}
          isInstant
          onApply={(next) => change({ q: next === '' ? undefined : next })}
        />
        <SegmentedControl
          size="xs"
          aria-label="Kind of models"
          value={kind ?? ANY}
          onChange={(next) => change({ kind: MODEL_KINDS.find((known) => known === next) })}
          data={[
            { value: ANY, label: 'All' },
            { value: 'custom', label: 'Custom' },
            { value: 'built-in', label: 'Built-in' },
          ]}
        />
        <span className={page.spring} />
        {can.write ? (
          <>
            <Button
              variant="default"
              leftSection={<RotateCw size={15} aria-hidden />}
              onClick={() => change({ recalculate: 'any' }, false)}
            >
              Recalculate costs
            </Button>
            <Button
              leftSection={<Plus size={15} aria-hidden />}
              onClick={() => change({ model: 'new' }, false)}
            >
              New model
            </Button>
          </>
        ) : null}
      </div>
      {can.write ? <RunningNote onOpen={() => change({ recalculate: 'any' }, false)} /> : null}
      <div className={page.list}>
        {list.status === 'error' ? (
          <ErrorState error={list.error} onRetry={reload} />
        ) : (
          <DataTable
            label="Models"
            layout={layout}
            rows={shown}
            onOpen={open}
            activeId={search.model}
            isLoading={list.status === 'loading'}
            empty={
              <EmptyState
                icon={Coins}
                title={q === '' ? 'No custom models yet' : 'No models match'}
                action={
                  <Button
                    variant="default"
                    onClick={() => change({ q: undefined, kind: undefined })}
                  >
                    Show all models
                  </Button>
                }
              >
                {q === ''
                  ? EMPTY[can.write ? 'writer' : 'viewer']
                  : `No name, provider or pattern contains “${q}”.`}
              </EmptyState>
            }
          />
        )}
        {rows.length > 0 ? (
          <div className={page.foot} role="status">
            {formatPlural(shown.length, 'model')}
          </div>
        ) : null}
      </div>
      <ModelDialog
        shown={list.status === 'ready' ? findShown(search, rows, can.write) : undefined}
        onCopy={can.write ? copy : undefined}
        onClose={close}
        onSaved={reread}
      />
      <RecalculationDialog
        projectId={can.write ? search.recalculate : undefined}
        onClose={() => change({ recalculate: undefined })}
      />
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(undefined)} />
    </div>
  );
}

function filterModels(rows: readonly Model[], q: string, kind: ModelsSearch['kind']): Model[] {
  const text = q.trim().toLowerCase();
  const wanted = kind && (kind === 'custom' ? 'CUSTOM' : 'BUILT_IN');
  return rows.filter(
    (model) =>
      (wanted === undefined || model.kind === wanted) &&
      [model.name, model.provider ?? '', model.namePattern].some((part) =>
        part.toLowerCase().includes(text),
      ),
  );
}

/** Returns what the dialog shows. Viewers cannot create or edit. */
function findShown(
  { model: id, copy, name, provider }: ModelsSearch,
  rows: readonly Model[],
  canWrite: boolean,
): ShownModel | undefined {
  if (id === undefined) return undefined;
  if (id === 'new') {
    if (!canWrite) return undefined;
    const copied = rows.find((row) => row.id === copy);
    return { action: 'create', start: copied ? { copy: copied } : { name, provider } };
  }
  const model = rows.find((row) => row.id === id);
  if (!model) return undefined;
  return { action: canWrite && model.kind === 'CUSTOM' ? 'edit' : 'view', model };
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
