import type { DataColumn } from '../../../components/data-table/columns.js';
import { ProjectLink } from '../../../components/projects/project-link.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import type { DatasetRow } from '../api/datasets-list.js';
import { type DatasetActions, DatasetMenu } from './dataset-menu.js';
import {
  actionsColumn,
  countColumn,
  labelsColumn,
  textColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

/** Returns the columns of the list of datasets. */
export function buildDatasetColumns(actions: DatasetActions): DataColumn<DatasetRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 240,
      grow: true,
      required: true,
      sortKey: 'name',
      cell: (row) => (
        <NameLinkCell
          to="/datasets/$datasetId"
          params={{ datasetId: row.id }}
          name={row.name}
          after={<ProjectLink project={row.project} />}
        />
      ),
    },
    labelsColumn(),
    textColumn({
      id: 'description',
      header: 'Description',
      width: 296,
      grow: true,
      text: (row) => row.description,
    }),
    countColumn({
      id: 'examples',
      header: 'Examples',
      width: 96,
      count: (row) => row.exampleCount,
    }),
    countColumn({
      id: 'experiments',
      header: 'Experiments',
      width: 108,
      count: (row) => row.experimentCount,
    }),
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      sortKey: 'createdAt',
      time: (row) => row.createdAt,
    }),
    timeColumn({
      id: 'updatedAt',
      header: 'Updated',
      label: 'When the dataset, its examples or its experiments last changed',
      time: (row) => row.lastUpdatedAt,
    }),
    textColumn({
      id: 'createdBy',
      header: 'Created by',
      width: 140,
      optional: true,
      text: (row) => row.createdBy?.username,
    }),
    actionsColumn((row) => (
      <ProjectOfPageProvider value={row.project}>
        <DatasetMenu dataset={row} actions={actions} />
      </ProjectOfPageProvider>
    )),
  ];
}
