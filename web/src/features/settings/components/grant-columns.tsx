import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { KeyLastUse } from '../../../components/api-keys/key-cells.js';
import { ApplicationName } from '../../../components/applications/application-name.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import type { GrantRow } from '../api/applications.js';

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
        <Link
          to="/settings/users/$userId"
          params={{ userId: user.id }}
          className={rowLink.link}
          title={user.username}
        >
          {user.username}
        </Link>
      ),
    },
    {
      id: 'lastUsedAt',
      header: 'Last used',
      width: 120,
      cell: ({ lastUsedAt }) => <KeyLastUse lastUsedAt={lastUsedAt} />,
    },
    {
      id: 'expiresAt',
      header: 'Expires',
      width: 120,
      cell: ({ expiresAt }) => <RelativeTime time={expiresAt} />,
    },
    {
      id: 'createdAt',
      header: 'Approved',
      width: 132,
      cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 96,
      required: true,
      numeric: true,
      cell: (grant) => (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Revoke access of ${grant.clientName} for ${grant.user.username}`}
          onClick={() => onRevoke(grant)}
        >
          Revoke
        </Button>
      ),
    },
  ];
}
