import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import { PreviewText } from '../../../components/data-display/preview-text.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ProjectLink } from '../../../components/projects/project-link.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { formatCount } from '../../../lib/format/numbers.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import type { DatasetRow } from '../api/datasets-list.js';
import { type DatasetActions, DatasetMenu } from './dataset-menu.js';

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
        <span className={rowLink.cell}>
          <Link
            to="/datasets/$datasetId"
            params={{ datasetId: row.id }}
            className={rowLink.link}
            dir="auto"
            title={row.name}
          >
            {row.name}
          </Link>
          <ProjectLink project={row.project} />
        </span>
      ),
    },
    {
      id: 'labels',
      header: 'Labels',
      width: 176,
      cell: (row) => <NameChips items={row.labels} limit={2} />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 296,
      grow: true,
      cell: (row) => <PreviewText text={row.description} />,
    },
    {
      id: 'examples',
      header: 'Examples',
      width: 96,
      numeric: true,
      cell: (row) => formatCount(row.exampleCount),
    },
    {
      id: 'experiments',
      header: 'Experiments',
      width: 108,
      numeric: true,
      cell: (row) => formatCount(row.experimentCount),
    },
    {
      id: 'createdAt',
      header: 'Created',
      width: 132,
      sortKey: 'createdAt',
      cell: (row) => <RelativeTime time={row.createdAt} />,
    },
    {
      id: 'updatedAt',
      header: 'Updated',
      label: 'When the dataset, its examples or its experiments last changed',
      width: 132,
      cell: (row) => <RelativeTime time={row.lastUpdatedAt} />,
    },
    {
      id: 'createdBy',
      header: 'Created by',
      width: 140,
      optional: true,
      cell: (row) => <PreviewText text={row.createdBy?.username} />,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 56,
      required: true,
      numeric: true,
      cell: (row) => (
        <ProjectOfPageProvider value={row.project}>
          <DatasetMenu dataset={row} actions={actions} />
        </ProjectOfPageProvider>
      ),
    },
  ];
}
