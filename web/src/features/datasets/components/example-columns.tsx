import { Checkbox } from '@mantine/core';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import { PayloadPreview } from '../../../components/payloads/payload-preview.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { ExampleRow } from '../api/examples-list.js';
import { getExampleName } from '../../../lib/ids/example-name.js';
import classes from './example-columns.module.css';
import { timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

/** The state and actions of the check boxes. */
export interface ExampleSelection {
  selected: ReadonlySet<string>;
  isAllSelected: boolean;
  onToggle: (id: string, withShift: boolean) => void;
  onToggleAll: () => void;
}

/** Returns the columns of the list of examples. Viewers get no check boxes. */
export function buildExampleColumns(
  datasetId: string,
  selection: ExampleSelection | undefined,
): DataColumn<ExampleRow>[] {
  return [
    {
      id: 'id',
      header: 'Example',
      headerStart: selection ? (
        <Checkbox
          size="xs"
          aria-label="Select all listed examples"
          checked={selection.isAllSelected}
          indeterminate={!selection.isAllSelected && selection.selected.size > 0}
          onChange={selection.onToggleAll}
        />
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
              <Checkbox
                size="xs"
                aria-label={`Select ${getExampleName(row)}`}
                checked={selection.selected.has(row.id)}
                onClick={(event) => selection.onToggle(row.id, event.shiftKey)}
                onChange={() => undefined}
              />
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
