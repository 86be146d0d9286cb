import { Button } from '@mantine/core';
import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import page from '../../../components/layout/list-page.module.css';
import { RowPagerProvider } from '../../../components/data-table/row-pager.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import {
  NOTHING_SELECTED,
  toggleAll,
  toggleRow,
} from '../../../components/data-table/selection.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type ExampleRow, useExamplesList } from '../api/examples-list.js';
import { useDataset } from '../components/dataset-context.js';
import { buildExampleColumns } from '../components/example-columns.js';
import { ExamplesProvider } from '../components/examples-context.js';
import { ExamplesToolbar } from '../components/examples-toolbar.js';
import { NoExamples } from '../components/no-examples.js';
import { SelectedExamples } from '../components/selected-examples.js';
import { useShownVersion } from '../components/use-shown-version.js';
import { VersionBanner } from '../components/version-banner.js';
import { type ExamplesSearch, readExamplesSearch } from '../search.js';
import classes from './examples-page.module.css';

const route = getRouteApi('/datasets/$datasetId/examples');

/** The examples of a dataset, at its newest version or an earlier one. */
export function ExamplesPage() {
  const { id, newestVersion, refresh } = useDataset();
  const search = route.useSearch();
  const { version } = search;
  const { exampleId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { can } = useViewer();
  const canEdit = can.write && version === undefined;
  const list = useExamplesList(id, search);
  const { rows, reread, loadMore } = list;
  const isEmpty = list.status === 'ready' && rows.length === 0;
  const { isBehind, catchUp, onChanged } = useShownVersion(newestVersion, isEmpty, reread, refresh);

  const update = useCallback(
    (change: Partial<ExamplesSearch>) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  );
  const open = useCallback(
    (row: ExampleRow) =>
      void navigate({
        to: '/datasets/$datasetId/examples/$exampleId',
        params: { datasetId: id, exampleId: row.id },
        search: (now) => readExamplesSearch(now),
      }),
    [navigate, id],
  );

  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const order = useMemo(() => rows.map((row) => row.id), [rows]);
  // Rows that have been deleted or filtered out are not selected.
  const chosen = canEdit ? rows.filter((row) => selection.ids.has(row.id)) : [];
  const isAllSelected = rows.length > 0 && chosen.length === rows.length;
  const columns = useMemo(
    () =>
      buildExampleColumns(
        id,
        canEdit
          ? {
              selected: selection.ids,
              isAllSelected,
              onToggle: (row, withShift) =>
                setSelection((now) => toggleRow(now, order, row, withShift)),
              onToggleAll: () => setSelection((now) => toggleAll(now, order)),
            }
          : undefined,
      ),
    [id, canEdit, selection, isAllSelected, order],
  );
  const setColumns = useCallback(
    (ids: readonly string[] | undefined) => update({ columns: ids ? [...ids] : undefined }),
    [update],
  );
  const layout = useColumnLayout('dataset.examples', columns, search.columns, setColumns);

  const index = exampleId === undefined ? -1 : rows.findIndex((row) => row.id === exampleId);
  useEffect(() => {
    if (index >= 0 && index >= rows.length - 5) loadMore();
  }, [index, rows.length, loadMore]);
  const pager = useMemo(() => {
    const [previous, next] = [rows[index - 1], rows[index + 1]];
    return {
      previous: index >= 0 && previous ? () => open(previous) : undefined,
      next: index >= 0 && next ? () => open(next) : undefined,
    };
  }, [rows, index, open]);
  const scope = useMemo(
    () => ({ rows, version, canEdit, onChanged }),
    [rows, version, canEdit, onChanged],
  );
  const backToLatest = () => {
    setSelection(NOTHING_SELECTED);
    update({ version: undefined });
  };

  return (
    <ExamplesProvider value={scope}>
      <RowPagerProvider value={pager}>
        <ExamplesToolbar
          search={search}
          layout={layout}
          canEdit={canEdit}
          like={rows[0]?.revision}
          isCovered={exampleId !== undefined}
          onChange={update}
          onAdded={onChanged}
        />
        {version === undefined ? null : (
          <VersionBanner key={version} versionId={version} onLatest={backToLatest} />
        )}
        <div className={page.list}>
          {isBehind && version === undefined && !isEmpty ? (
            <Button
              className={classes.news}
              size="compact-sm"
              radius="xl"
              leftSection={<ArrowUp size={13} aria-hidden />}
              onClick={catchUp}
            >
              Show new version
            </Button>
          ) : null}
          {list.status === 'error' ? (
            <ErrorState error={list.error} onRetry={list.reload} />
          ) : (
            <DataTable
              label="Examples"
              layout={layout}
              rows={rows}
              onOpen={open}
              activeId={exampleId}
              isLoading={list.status === 'loading'}
              isLoadingMore={list.isLoadingMore}
              onEndReached={loadMore}
              empty={<NoExamples search={search} onChange={update} />}
            />
          )}
          {rows.length > 0 ? (
            <div className={page.foot}>
              {formatPlural(rows.length, 'example')}
              {list.hasNextPage ? ' loaded, scroll for more' : ''}
            </div>
          ) : null}
          <SelectedExamples
            examples={chosen}
            isCovered={exampleId !== undefined}
            onClear={() => setSelection(NOTHING_SELECTED)}
            onChanged={onChanged}
          />
        </div>
        <Outlet />
      </RowPagerProvider>
    </ExamplesProvider>
  );
}
