import {
  type RowSelection,
  SelectAllBox,
  SelectRowBox,
} from '../../../components/data-table/row-selection.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import { PayloadPreview } from '../../../components/payloads/payload-preview.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { ExampleRow } from '../api/examples-list.js';
import { getExampleName } from '../../../lib/ids/example-name.js';
import classes from './example-columns.module.css';
import { timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

/** Returns the columns of the list of examples. Viewers get no check boxes. */
export function buildExampleColumns(
  datasetId: string,
  selection: RowSelection | undefined,
): DataColumn<ExampleRow>[] {
  return [
    {
      id: 'id',
      header: 'Example',
      headerStart: selection ? (
        <SelectAllBox selection={selection} label="Select all listed examples" />
      ) : null,
      width: 150,
      required: true,
      cell: (row) => (
        <NameLinkCell
          to="/datasets/$datasetId/examples/$exampleId"
          params={{ datasetId, exampleId: row.id }}
          search={(now) => now}
          className={row.externalId === null ? classes.number : undefined}
          name={getExampleName(row)}
          before={
            selection ? (
              <SelectRowBox selection={selection} id={row.id} name={getExampleName(row)} />
            ) : null
          }
        />
      ),
    },
    {
      id: 'input',
      header: 'Input',
      width: 260,
      grow: true,
      cell: (row) => <PayloadPreview value={row.revision.input as Json} />,
    },
    {
      id: 'output',
      header: 'Output',
      width: 260,
      grow: true,
      cell: (row) => <PayloadPreview value={row.revision.output as Json} />,
    },
    {
      id: 'splits',
      header: 'Splits',
      width: 150,
      cell: (row) => <NameChips items={row.datasetSplits} limit={2} />,
    },
    {
      id: 'metadata',
      header: 'Metadata',
      width: 180,
      cell: (row) => <PayloadPreview value={row.revision.metadata as Json} />,
    },
    timeColumn({
      id: 'changed',
      header: 'Changed',
      optional: true,
      time: (row) => row.revision.createdAt,
    }),
    timeColumn({
      id: 'created',
      header: 'Created',
      optional: true,
      time: (row) => row.createdAt,
    }),
  ];
}
