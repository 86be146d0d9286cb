import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import type { UserRow } from '../api/users.js';
import { describeState, explainRefusedDeletion, getMethodLabel } from '../roles.js';
import { RoleSelect } from './role-select.js';
import classes from './user-columns.module.css';

interface UserColumnsOptions {
  viewerId: string | undefined;
  selected: ReadonlySet<string>;
  isAllSelected: boolean;
  onToggle: (id: string, withShift: boolean) => void;
  onToggleAll: () => void;
  onChanged: (user: UserRow) => void;
}

/** Returns the columns of the list of users. */
export function buildUserColumns(options: UserColumnsOptions): DataColumn<UserRow>[] {
  const { viewerId, selected, isAllSelected, onToggle, onToggleAll, onChanged } = options;
  return [
    {
      id: 'username',
      header: 'User',
      headerStart: (
        <Checkbox
          size="xs"
          aria-label="Select all listed users"
          checked={isAllSelected}
          indeterminate={!isAllSelected && selected.size > 0}
          onChange={onToggleAll}
        />
      ),
      width: 220,
      grow: true,
      required: true,
      cell: (row) => (
        <span className={rowLink.cell}>
          {explainRefusedDeletion(row, viewerId) === undefined ? (
            <Checkbox
              size="xs"
              aria-label={`Select ${row.username}`}
              checked={selected.has(row.id)}
              onClick={(event) => onToggle(row.id, event.shiftKey)}
              onChange={() => undefined}
            />
          ) : (
            <span className={classes.noBox} />
          )}
          <Link
            to="/settings/users/$userId"
            params={{ userId: row.id }}
            search={(now) => now}
            className={rowLink.link}
            dir="auto"
            title={row.username}
          >
            {row.username}
          </Link>
          {row.id === viewerId ? <span className={classes.none}>you</span> : null}
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Email',
      width: 220,
      cell: (row) =>
        row.email ? (
          <span title={row.email}>{row.email}</span>
        ) : (
          <span className={classes.none}>–</span>
        ),
    },
    {
      id: 'method',
      header: 'Sign-in method',
      width: 110,
      cell: (row) => getMethodLabel(row.authMethod),
    },
    {
      id: 'role',
      header: 'Role',
      width: 156,
      cell: (row) => <RoleSelect user={row} viewerId={viewerId} onChanged={onChanged} />,
    },
    {
      id: 'state',
      header: 'State',
      width: 170,
      cell: (row) => {
        const state = describeState(row);
        return state === undefined ? (
          <span className={classes.none}>–</span>
        ) : (
          <span className={classes.badge}>{state}</span>
        );
      },
    },
    {
      id: 'createdAt',
      header: 'Added',
      width: 132,
      cell: (row) => <RelativeTime time={row.createdAt} />,
    },
  ];
}
