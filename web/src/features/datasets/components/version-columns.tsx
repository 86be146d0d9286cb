import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { PreviewText } from '../../../components/data-display/preview-text.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { formatCount } from '../../../lib/format/numbers.js';
import type { DatasetVersionRow } from '../api/versions-list.js';
import { DownloadMenu } from './download-menu.js';
import classes from './version-columns.module.css';

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
        <span className={rowLink.cell}>
          <Link
            to="/datasets/$datasetId/examples"
            params={{ datasetId }}
            search={row.id === newestVersion ? {} : { version: row.id }}
            className={rowLink.link}
          >
            Version {row.sequenceNumber}
          </Link>
          {row.id === newestVersion ? <span className={classes.newest}>latest</span> : null}
        </span>
      ),
    },
    {
      id: 'note',
      header: 'Note',
      width: 280,
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
    changeColumn('created', 'Added', '+', (row) => row.createdCount),
    changeColumn('updated', 'Changed', '', (row) => row.updatedCount),
    changeColumn('deleted', 'Removed', '−', (row) => row.deletedCount),
    {
      id: 'author',
      header: 'Author',
      width: 140,
      cell: (row) => <PreviewText text={row.user?.username} />,
    },
    {
      id: 'createdAt',
      header: 'Time',
      width: 132,
      cell: (row) => <RelativeTime time={row.createdAt} />,
    },
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
