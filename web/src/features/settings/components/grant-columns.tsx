import { Button } from '@mantine/core';
import { KeyLastUse } from '../../../components/api-keys/key-cells.js';
import { ApplicationName } from '../../../components/applications/application-name.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import type { GrantRow } from '../api/applications.js';
import { actionsColumn, timeColumn } from '../../../components/data-table/common-columns.js';
import { NameLink } from '../../../components/data-table/name-link.js';

/** Returns the columns of the list of applications. */
export function buildGrantColumns(onRevoke: (grant: GrantRow) => void): DataColumn<GrantRow>[] {
  return [
    {
      id: 'application',
      header: 'Application',
      width: 240,
      grow: true,
      required: true,
      cell: (grant) => <ApplicationName application={grant} />,
    },
    {
      id: 'user',
      header: 'Acts for',
      width: 160,
      cell: ({ user }) => (
        <NameLink to="/settings/users/$userId" params={{ userId: user.id }} name={user.username} />
      ),
    },
    {
      id: 'lastUsedAt',
      header: 'Last used',
      width: 120,
      cell: ({ lastUsedAt }) => <KeyLastUse lastUsedAt={lastUsedAt} />,
    },
    timeColumn({
      id: 'expiresAt',
      header: 'Expires',
      width: 120,
      time: ({ expiresAt }) => expiresAt,
    }),
    timeColumn({
      id: 'createdAt',
      header: 'Approved',
      time: ({ createdAt }) => createdAt,
    }),
    actionsColumn(
      (grant) => (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Revoke access of ${grant.clientName} for ${grant.user.username}`}
          onClick={() => onRevoke(grant)}
        >
          Revoke
        </Button>
      ),
      96,
    ),
  ];
}
