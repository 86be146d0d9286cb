import type { DataColumn } from '../../../components/data-table/columns.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { DatasetVersionRow } from '../api/versions-list.js';
import { DownloadMenu } from './download-menu.js';
import classes from './version-columns.module.css';
import {
  countColumn,
  textColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

/** Returns the columns of the list of versions. */
export function buildVersionColumns(
  datasetId: string,
  newestVersion: string | undefined,
): DataColumn<DatasetVersionRow>[] {
  return [
    {
      id: 'number',
      header: 'Version',
      width: 140,
      required: true,
      cell: (row) => (
        <NameLinkCell
          to="/datasets/$datasetId/examples"
          params={{ datasetId }}
          search={row.id === newestVersion ? {} : { version: row.id }}
          after={row.id === newestVersion ? <span className={classes.newest}>latest</span> : null}
        >
          Version {row.sequenceNumber}
        </NameLinkCell>
      ),
    },
    textColumn({
      id: 'note',
      header: 'Note',
      width: 280,
      grow: true,
      text: (row) => row.description,
    }),
    countColumn({
      id: 'examples',
      header: 'Examples',
      width: 96,
      count: (row) => row.exampleCount,
    }),
    changeColumn('created', 'Added', '+', (row) => row.createdCount),
    changeColumn('updated', 'Changed', '', (row) => row.updatedCount),
    changeColumn('deleted', 'Removed', '−', (row) => row.deletedCount),
    textColumn({
      id: 'author',
      header: 'Author',
      width: 140,
      text: (row) => row.user?.username,
    }),
    timeColumn({
      id: 'createdAt',
      header: 'Time',
      time: (row) => row.createdAt,
    }),
    {
      id: 'download',
      header: '',
      label: 'Download',
      width: 56,
      required: true,
      numeric: true,
      cell: (row) => (
        <DownloadMenu
          datasetId={datasetId}
          version={row.id}
          iconLabel={`Download version ${row.sequenceNumber}`}
        />
      ),
    },
  ];
}

function changeColumn(
  id: string,
  header: string,
  sign: string,
  countOf: (row: DatasetVersionRow) => number,
): DataColumn<DatasetVersionRow> {
  return {
    id,
    header,
    width: 88,
    numeric: true,
    cell: (row) => {
      const count = countOf(row);
      if (count === 0) return <span className={classes.none}>–</span>;
      return `${sign}${formatCount(count)}`;
    },
  };
}
