import { Trash2 } from 'lucide-react';
import {
  KeyExpiry,
  KeyLastUse,
  KeyPrefix,
  KeyProject,
} from '../../../components/api-keys/key-cells.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { getScopeLabel } from '../../../components/api-keys/key-use.js';
import type { SystemKeyRow, UserKeyRow } from '../api/api-keys.js';
import { actionsColumn, timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLink } from '../../../components/data-table/name-link.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

/** Returns the columns of the list of system keys. */
export function buildSystemKeyColumns(
  onDelete: (key: SystemKeyRow) => void,
): DataColumn<SystemKeyRow>[] {
  return [
    buildNameColumn<SystemKeyRow>(),
    ...buildKeyColumns<SystemKeyRow>(),
    deleteColumn(onDelete),
  ];
}

/** Returns the columns of the list of all users’ keys. */
export function buildUserKeyColumns(onDelete: (key: UserKeyRow) => void): DataColumn<UserKeyRow>[] {
  return [
    buildNameColumn<UserKeyRow>(),
    {
      id: 'user',
      header: 'User',
      width: 160,
      cell: ({ user }) => (
        <NameLink to="/settings/users/$userId" params={{ userId: user.id }} name={user.username} />
      ),
    },
    ...buildKeyColumns<UserKeyRow>(),
    deleteColumn(onDelete),
  ];
}

function buildNameColumn<Row extends SystemKeyRow>(): DataColumn<Row> {
  return {
    id: 'name',
    header: 'Name',
    width: 200,
    grow: true,
    required: true,
    cell: ({ name, description }) => (
      <span title={description ? `${name}: ${description}` : name}>{name}</span>
    ),
  };
}

function buildKeyColumns<Row extends SystemKeyRow>(): DataColumn<Row>[] {
  return [
    {
      id: 'prefix',
      header: 'Prefix',
      width: 140,
      cell: ({ prefix }) => <KeyPrefix prefix={prefix} />,
    },
    { id: 'scope', header: 'Scope', width: 80, cell: ({ scope }) => getScopeLabel(scope) },
    {
      id: 'project',
      header: 'Project',
      width: 140,
      cell: ({ project }) => <KeyProject project={project} />,
    },
    {
      id: 'lastUsedAt',
      header: 'Last used',
      width: 110,
      cell: ({ lastUsedAt }) => <KeyLastUse lastUsedAt={lastUsedAt} />,
    },
    {
      id: 'expiresAt',
      header: 'Expires',
      width: 100,
      cell: ({ expiresAt }) => <KeyExpiry expiresAt={expiresAt} />,
    },
    timeColumn({
      id: 'createdAt',
      header: 'Created',
      time: ({ createdAt }) => createdAt,
    }),
  ];
}

function deleteColumn<Row extends SystemKeyRow>(onDelete: (key: Row) => void): DataColumn<Row> {
  return actionsColumn((row) => (
    <IconButton label={`Delete key ${row.name}`} hint="Delete" onClick={() => onDelete(row)}>
      <Trash2 size={15} aria-hidden />
    </IconButton>
  ));
}
