import { Trash2 } from 'lucide-react';
import { KeyLastUse, KeyPrefix } from '../../../components/api-keys/key-cells.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import type { ScimTokenRow } from '../api/scim-tokens.js';
import { actionsColumn, timeColumn } from '../../../components/data-table/common-columns.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

/** Returns the columns of the list of tokens. */
export function buildScimTokenColumns(
  onDelete: (token: ScimTokenRow) => void,
): DataColumn<ScimTokenRow>[] {
  return [
    {
      id: 'name',
      header: 'Service',
      width: 240,
      grow: true,
      required: true,
      cell: ({ name }) => <span title={name}>{name}</span>,
    },
    {
      id: 'prefix',
      header: 'Token',
      width: 150,
      cell: ({ prefix }) => <KeyPrefix prefix={prefix} />,
    },
    {
      id: 'lastUsedAt',
      header: 'Last used',
      width: 132,
      cell: ({ lastUsedAt }) => <KeyLastUse lastUsedAt={lastUsedAt} />,
    },
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      time: ({ createdAt }) => createdAt,
    }),
    actionsColumn(
      (token) => (
        <IconButton
          label={`Delete token ${token.name}`}
          hint="Delete"
          onClick={() => onDelete(token)}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      ),
      64,
    ),
  ];
}
