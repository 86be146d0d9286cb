import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { ListFilter, Plus, Upload } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { ButtonLink } from '../components/button-link.js';
import { ColumnChooser } from '../../../components/data-table/column-chooser.js';
import { TimesToggle } from '../../../components/data-display/times-toggle.js';
import { DataTable } from '../../../components/data-table/data-table.js';
import { readSort } from '../../../components/data-table/columns.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import page from '../../../components/layout/list-page.module.css';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { LabelFilter } from '../../../components/labels/label-filter.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { DatasetsUpdatedQuery, useDatasetsList } from '../api/datasets-list.js';
import { useDatasetLabels } from '../api/labels.js';
import type { CreateDatasetDialogProps } from '../components/create-dataset-dialog.js';
import { buildDatasetColumns } from '../components/dataset-columns.js';
import { FirstDataset } from '../components/first-dataset.js';
import { useDatasetDialogs } from '../components/use-dataset-dialogs.js';
import { DEFAULT_DATASETS_SORT, type DatasetsSearch, readDatasetsSort } from '../search.js';

const route = getRouteApi('/datasets');
const createDialog = createLazyDialog<CreateDatasetDialogProps>(
  () =>
    import('../components/create-dataset-dialog.js').then(
      ({ CreateDatasetDialog }) => CreateDatasetDialog,
    ),
  ({ opened }) => opened,
);
const NO_LABELS: readonly string[] = [];

/** The list of datasets. Explains how to create the first one if there is none. */
export function DatasetsPage() {
  useBreadcrumbs([{ label: 'Datasets' }]);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMayCreate();
  const [isCreating, creating] = useDisclosure();
  const { labels, reload: reloadLabels } = useDatasetLabels();
  const { q = '', labels: labelIds = NO_LABELS, sort = DEFAULT_DATASETS_SORT } = search;
  const args = useMemo(() => {
    const { col, dir } = readSort(sort);
    return {
      name: q,
      labelIds,
      sort: { col: col === 'name' ? ('name' as const) : ('createdAt' as const), dir },
    };
  }, [q, labelIds, sort]);
  const list = useDatasetsList(args);

  const { reread } = list;
  const onChange = useCallback(() => {
    reread();
    reloadLabels();
  }, [reread, reloadLabels]);
  const updated = useChanges(DatasetsUpdatedQuery, {}, true, onChange);

  const { actions, dialogs } = useDatasetDialogs(onChange, onChange);
  const update = useCallback(
    (change: Partial<DatasetsSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  );
  const setColumns = useCallback(
    (ids: readonly string[] | undefined) => update({ columns: ids ? [...ids] : undefined }),
    [update],
  );
  const columns = useMemo(() => buildDatasetColumns(actions), [actions]);
  const layout = useColumnLayout('datasets', columns, search.columns, setColumns);
  const open = useCallback(
    ({ id }: { id: string }) =>
      void navigate({ to: '/datasets/$datasetId', params: { datasetId: id } }),
    [navigate],
  );

  const isFiltered = q !== '' || labelIds.length > 0;
  const isFirst = list.status === 'ready' && !isFiltered && list.rows.length === 0;
  // The first dataset may arrive before the first poll, which then sees no change.
  const isOutdated = isFirst && Boolean(updated?.datasetCount);
  useEffect(() => {
    if (isOutdated) reread();
  }, [isOutdated, reread]);
  const createButton = mayCreate ? (
    <>
      <ButtonLink
        to="/datasets/upload"
        variant="default"
        leftSection={<Upload size={15} aria-hidden />}
      >
        Upload a file
      </ButtonLink>
      <Button
        leftSection={<Plus size={15} aria-hidden />}
        onPointerEnter={createDialog.preload}
        onFocus={createDialog.preload}
        onClick={creating.open}
      >
        New dataset
      </Button>
    </>
  ) : null;

  return (
    <div className={page.page}>
      {isFirst ? (
        <FirstDataset actions={createButton} />
      ) : (
        <>
          <div className={page.heading}>
            <h1>Datasets</h1>
            <p>Examples for experiments. Spandrel keeps every change as a version.</p>
          </div>
          <div className={`${page.toolbar} ${page.narrowFilter}`}>
            <FilterField
              label="Filter datasets by name"
              placeholder="Filter by name"
              value={q}
              isInstant
              onApply={(text) => update({ q: text === '' ? undefined : text })}
            />
            <LabelFilter
              label="Labels"
              labels={labels}
              value={labelIds}
              onChange={(next) => update({ labels: next })}
            />
            <span className={page.spring} />
            {createButton}
            <TimesToggle />
            <ColumnChooser layout={layout} />
          </div>
          <div className={page.list}>
            {list.status === 'error' ? (
              <ErrorState error={list.error} onRetry={list.reload} />
            ) : (
              <DataTable
                label="Datasets"
                layout={layout}
                rows={list.rows}
                sort={sort}
                onSort={(next) => {
                  const known = readDatasetsSort(next);
                  update({ sort: known === DEFAULT_DATASETS_SORT ? undefined : known });
                }}
                onOpen={open}
                isLoading={list.status === 'loading'}
                isLoadingMore={list.isLoadingMore}
                onEndReached={list.loadMore}
                empty={
                  <EmptyState
                    icon={ListFilter}
                    title="No datasets match the filters"
                    action={
                      <Button
                        variant="default"
                        onClick={() => update({ q: undefined, labels: undefined })}
                      >
                        Clear filters
                      </Button>
                    }
                  >
                    {q === ''
                      ? 'No datasets have the selected labels.'
                      : `No dataset name contains “${q}”.`}
                  </EmptyState>
                }
              />
            )}
            {list.status === 'error' ? null : (
              <div className={page.foot}>
                {isFiltered
                  ? formatPlural(list.rows.length, 'match', 'matches')
                  : updated && formatPlural(updated.datasetCount, 'dataset')}
              </div>
            )}
          </div>
        </>
      )}
      <createDialog.Dialog opened={isCreating} onClose={creating.close} onCreated={open} />
      {dialogs}
    </div>
  );
}
