import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Coins, Plus, RotateCw } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import {
  useConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type Model, useModels, DeleteModelMutation } from '../api/models.js';
import { buildModelColumns } from '../components/model-columns.js';
import { ModelDialog, type ShownModel } from '../components/model-dialog.js';
import { RecalculationDialog } from '../components/recalculation-dialog.js';
import { MODEL_KINDS, type ModelsSearch } from '../search.js';
import { ListPage } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';
import { useRecalculations } from '../api/recalculations.js';
import classes from '../components/running-note.module.css';
import { RecalculationProgress } from '../components/recalculation-list.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';

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
  const { confirm, confirmDialog } = useConfirmDialog();
  const describeDeletion = useModelDeletion(reload);

  const change = useSearchChange<ModelsSearch>();
  const show = useCallback(
    (shown: Partial<ModelsSearch>) => void navigate({ search: (now) => ({ ...now, ...shown }) }),
    [navigate],
  );
  const open = useCallback(({ id }: Model) => show({ model: id }), [show]);
  const copy = useCallback(({ id }: Model) => show({ model: 'new', copy: id }), [show]);
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
              onDelete: (model) => confirm(describeDeletion(model)),
            }
          : undefined,
      ),
    [confirm, can.write, open, copy, describeDeletion],
  );
  const layout = useColumnLayout('settings.models', columns);

  return (
    <ListPage
      title="Models"
      intro={
        <>
          Prices of tokens, from which the cost of model calls is calculated. Custom models come
          before built-in ones.
        </>
      }
      toolbar={
        <>
          <ModelsToolbar search={search} canWrite={can.write} onChange={change} onShow={show} />
          {can.write ? <RunningNote onOpen={() => show({ recalculate: 'any' })} /> : null}
        </>
      }
      label="Models"
      layout={layout}
      list={list}
      rows={shown}
      noun="model"
      isFootAnnounced
      onOpen={open}
      activeId={search.model}
      empty={
        <NoModels
          q={q}
          canWrite={can.write}
          onShowAll={() => change({ q: undefined, kind: undefined })}
        />
      }
    >
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
      {confirmDialog}
    </ListPage>
  );
}

interface ModelsToolbarProps {
  search: ModelsSearch;
  canWrite: boolean;
  onChange: (change: Partial<ModelsSearch>) => void;
  /** Opens a dialog. */
  onShow: (shown: Partial<ModelsSearch>) => void;
}

function ModelsToolbar({ search, canWrite, onChange, onShow }: ModelsToolbarProps) {
  const { q = '', kind } = search;
  return (
    <Toolbar
      actions={
        canWrite ? (
          <>
            <Button
              variant="default"
              leftSection={<RotateCw size={15} aria-hidden />}
              onClick={() => onShow({ recalculate: 'any' })}
            >
              Recalculate costs
            </Button>
            <Button
              leftSection={<Plus size={15} aria-hidden />}
              onClick={() => onShow({ model: 'new' })}
            >
              New model
            </Button>
          </>
        ) : null
      }
    >
      <FilterField
        label="Find models by name, provider or pattern"
        placeholder="Name, provider or pattern"
        value={q}
        isInstant
        isNarrow
        onApply={(next) => onChange({ q: next === '' ? undefined : next })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Kind of models"
        value={kind ?? ANY}
        onChange={(next) => onChange({ kind: MODEL_KINDS.find((known) => known === next) })}
        data={[
          { value: ANY, label: 'All' },
          { value: 'custom', label: 'Custom' },
          { value: 'built-in', label: 'Built-in' },
        ]}
      />
    </Toolbar>
  );
}

interface NoModelsProps {
  q: string;
  canWrite: boolean;
  onShowAll: () => void;
}

function NoModels({ q, canWrite, onShowAll }: NoModelsProps) {
  return (
    <EmptyState
      icon={Coins}
      title={q === '' ? 'No custom models yet' : 'No models match'}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all models
        </Button>
      }
    >
      {q === ''
        ? EMPTY[canWrite ? 'writer' : 'viewer']
        : `No name, provider or pattern contains “${q}”.`}
    </EmptyState>
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

/** The progress of the recalculations that run; nothing if there are none. */
function RunningNote({ onOpen }: { onOpen: () => void }) {
  const { recalculations = [] } = useRecalculations();
  const running = recalculations.filter(({ status }) => status === 'RUNNING');
  const [first] = running;
  if (!first) return null;
  return (
    <div className={classes.note} role="status">
      <span className={classes.text}>
        Recalculating the costs of{' '}
        {running.length === 1 ? <b>{first.project.name}</b> : `${running.length} projects`}
      </span>
      {running.length === 1 ? <RecalculationProgress recalculation={first} /> : null}
      <Button variant="default" size="compact-sm" onClick={onOpen}>
        Show
      </Button>
    </div>
  );
}

/** Returns a function that describes the deletion of a model, for `ConfirmDialog`. */
function useModelDeletion(onDeleted: () => void): (model: Model) => Confirmation {
  const [remove] = useGraphqlMutation(DeleteModelMutation);
  return useCallback(
    ({ id, name }) => ({
      title: `Delete ${name}`,
      text: 'New spans will no longer get these prices. The cost of stored spans stays as it is. You can’t undo this.',
      label: 'Delete model',
      run: () => notifyWhenDone(remove({ input: { id } }), `Model ${name} deleted`, onDeleted),
    }),
    [remove, onDeleted],
  );
}
