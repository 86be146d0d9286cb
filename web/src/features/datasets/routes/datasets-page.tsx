import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Upload } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { ButtonLink } from '../components/button-link.js';
import { readSort } from '../../../components/data-table/columns.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { DatasetsUpdatedQuery, useDatasetsList } from '../api/datasets-list.js';
import { useDatasetLabels } from '../api/labels.js';
import type { CreateDatasetDialogProps } from '../components/create-dataset-dialog.js';
import { buildDatasetColumns } from '../components/dataset-columns.js';
import { useDatasetDialogs } from '../components/use-dataset-dialogs.js';
import { DEFAULT_DATASETS_SORT, type DatasetsSearch, readDatasetsSort } from '../search.js';
import { LabelledListPage } from '../../../components/labels/labelled-list-page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';
import { CreateFirst } from '../../../components/code/create-first.js';
import { listDatasetCreationSnippets } from '../snippets.js';

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
  const update = useSearchChange<DatasetsSearch>();
  const columns = useMemo(() => buildDatasetColumns(actions), [actions]);
  const layout = useColumnLayout('datasets', columns, search.columns, update);
  const open = useCallback(
    ({ id }: { id: string }) =>
      void navigate({ to: '/datasets/$datasetId', params: { datasetId: id } }),
    [navigate],
  );

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
    <LabelledListPage
      noun="dataset"
      title="Datasets"
      intro="Examples for experiments. Spandrel keeps every change as a version."
      first={
        <CreateFirst
          noun="dataset"
          intro="A dataset contains examples: an input, the expected output, and metadata. Experiments run your application on the examples, so you can compare prompts or models. Spandrel keeps every change as a version."
          actions={createButton}
          buildSnippets={(address, needsKey) =>
            listDatasetCreationSnippets({ address, needsKey }, 'my-dataset')
          }
        />
      }
      search={search}
      onSearchChange={update}
      labels={labels}
      actions={createButton}
      layout={layout}
      list={list}
      total={updated?.datasetCount}
      sort={sort}
      onSort={(next) => {
        const known = readDatasetsSort(next);
        update({ sort: known === DEFAULT_DATASETS_SORT ? undefined : known });
      }}
      onOpen={open}
    >
      <createDialog.Dialog opened={isCreating} onClose={creating.close} onCreated={open} />
      {dialogs}
    </LabelledListPage>
  );
}
