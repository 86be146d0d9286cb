import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { RowPagerProvider } from '../../../components/data-table/row-pager.js';
import { useRowSelection } from '../../../components/data-table/row-selection.js';
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
import { ListPage, NewsButton } from '../../../components/layout/list-page.js';
import { useAdjacentRows } from '../../../components/data-table/use-adjacent-rows.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';

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
  const { rows, reread, loadAhead } = list;
  const isEmpty = list.status === 'ready' && rows.length === 0;
  const { isBehind, catchUp, onChanged } = useShownVersion(newestVersion, isEmpty, reread, refresh);

  const update = useSearchChange<ExamplesSearch>();
  const open = useCallback(
    (row: ExampleRow) =>
      void navigate({
        to: '/datasets/$datasetId/examples/$exampleId',
        params: { datasetId: id, exampleId: row.id },
        search: (now) => readExamplesSearch(now),
      }),
    [navigate, id],
  );

  const order = useMemo(() => rows.map((row) => row.id), [rows]);
  const selection = useRowSelection(order);
  // Rows that have been deleted or filtered out are not selected.
  const chosen = canEdit ? rows.filter((row) => selection.selected.has(row.id)) : [];
  const columns = useMemo(
    () => buildExampleColumns(id, canEdit ? selection : undefined),
    [id, canEdit, selection],
  );
  const layout = useColumnLayout('dataset.examples', columns, search.columns, update);

  const pager = useAdjacentRows(rows, exampleId, open, loadAhead);
  const scope = useMemo(
    () => ({ rows, version, canEdit, onChanged }),
    [rows, version, canEdit, onChanged],
  );
  const backToLatest = () => {
    selection.clear();
    update({ version: undefined });
  };

  return (
    <ExamplesProvider value={scope}>
      <RowPagerProvider value={pager}>
        <ListPage
          toolbar={
            <>
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
            </>
          }
          label="Examples"
          layout={layout}
          list={list}
          noun="example"
          onOpen={open}
          activeId={exampleId}
          empty={<NoExamples search={search} onChange={update} />}
          news={
            isBehind && version === undefined && !isEmpty ? (
              <NewsButton onClick={catchUp}>Show new version</NewsButton>
            ) : null
          }
          selectionBar={
            <SelectedExamples
              examples={chosen}
              isCovered={exampleId !== undefined}
              onClear={selection.clear}
              onChanged={onChanged}
            />
          }
        />
        <Outlet />
      </RowPagerProvider>
    </ExamplesProvider>
  );
}
