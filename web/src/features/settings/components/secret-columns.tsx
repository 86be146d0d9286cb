import { Tooltip } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import type { DataColumn } from '../../../components/data-table/columns.js';
import type { SecretRow } from '../api/secrets.js';
import classes from './secrets.module.css';
import { timeColumn } from '../../../components/data-table/common-columns.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

interface SecretActions {
  onReplace: (secret: SecretRow) => void;
  onDelete: (secret: SecretRow) => void;
}

/** Returns the columns of the list of secrets. */
export function buildSecretColumns(
  withPeople: boolean,
  { onReplace, onDelete }: SecretActions,
): DataColumn<SecretRow>[] {
  const columns: DataColumn<SecretRow>[] = [
    {
      id: 'key',
      header: 'Name',
      width: 260,
      grow: true,
      required: true,
      cell: ({ key, value }) => (
        <>
          <span className={classes.key} title={key}>
            {key}
          </span>
          {value.__typename === 'UnparsableSecret' ? (
            <Tooltip label={value.parseError}>
              <span className={classes.unreadable}>unreadable</span>
            </Tooltip>
          ) : null}
        </>
      ),
    },
    timeColumn({
      id: 'updatedAt',
      header: 'Updated',
      time: ({ updatedAt }) => updatedAt,
    }),
  ];
  if (withPeople) {
    columns.push({
      id: 'user',
      header: 'Updated by',
      width: 180,
      cell: ({ user }) =>
        user ? (
          <span title={user.username}>{user.username}</span>
        ) : (
          <span className={classes.none}>–</span>
        ),
    });
  }
  columns.push({
    id: 'actions',
    header: '',
    label: 'Actions',
    width: 92,
    required: true,
    numeric: true,
    cell: (row) => (
      <>
        <IconButton
          label={`Replace ${row.key}`}
          hint="Replace value"
          onClick={() => onReplace(row)}
        >
          <Pencil size={15} aria-hidden />
        </IconButton>
        <IconButton label={`Delete ${row.key}`} hint="Delete" onClick={() => onDelete(row)}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </>
    ),
  });
  return columns;
}
