import {
  type RowSelection,
  SelectAllBox,
  SelectRowBox,
} from '../../../components/data-table/row-selection.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import type { UserRow } from '../api/users.js';
import { getAuthMethodLabel } from '../../../lib/page/page-config.js';
import { describeState, explainRefusedDeletion } from '../roles.js';
import { RoleSelect } from './role-select.js';
import classes from './user-columns.module.css';
import { timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

interface UserColumnsOptions {
  viewerId: string | undefined;
  selection: RowSelection;
  onChanged: (user: UserRow) => void;
}

/** Returns the columns of the list of users. */
export function buildUserColumns(options: UserColumnsOptions): DataColumn<UserRow>[] {
  const { viewerId, selection, onChanged } = options;
  return [
    {
      id: 'username',
      header: 'User',
      headerStart: <SelectAllBox selection={selection} label="Select all listed users" />,
      width: 220,
      grow: true,
      required: true,
      cell: (row) => (
        <NameLinkCell
          to="/settings/users/$userId"
          params={{ userId: row.id }}
          search={(now) => now}
          name={row.username}
          before={
            explainRefusedDeletion(row, viewerId) === undefined ? (
              <SelectRowBox selection={selection} id={row.id} name={row.username} />
            ) : (
              <span className={classes.noBox} />
            )
          }
          after={row.id === viewerId ? <span className={classes.none}>you</span> : null}
        />
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
      cell: (row) => getAuthMethodLabel(row.authMethod),
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
    timeColumn({
      id: 'createdAt',
      header: 'Added',
      time: (row) => row.createdAt,
    }),
  ];
}
