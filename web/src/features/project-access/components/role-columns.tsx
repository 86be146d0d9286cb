import { NativeSelect } from '@mantine/core';
import { User, Users, X } from 'lucide-react';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { describeRights, PROJECT_ROLES } from '../access-texts.js';
import type { AssignedRole, Assignment } from '../api/project-access.js';
import classes from './project-access.module.css';
import { actionsColumn, timeColumn } from '../../../components/data-table/common-columns.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

interface RoleActions {
  onChange: (assignment: Assignment, role: AssignedRole) => void;
  onRemove: (assignment: Assignment) => void;
}

/** Returns the name of the user or group that has a role. */
export function getHolderName({ user, userGroup }: Assignment): string {
  return user?.username ?? userGroup?.name ?? 'Deleted user';
}

/** Returns the columns of the table of roles in a project. */
export function buildRoleColumns({ onChange, onRemove }: RoleActions): DataColumn<Assignment>[] {
  return [
    {
      id: 'holder',
      header: 'Person or group',
      width: 200,
      grow: true,
      required: true,
      cell: (row) => <Holder assignment={row} />,
    },
    {
      id: 'role',
      header: 'Role',
      width: 132,
      required: true,
      cell: (row) => (
        <NativeSelect
          size="xs"
          aria-label={`Role of ${getHolderName(row)} in this project`}
          value={row.role}
          data={PROJECT_ROLES.map(({ role, label }) => ({ value: role, label }))}
          onChange={(event) => {
            const next = PROJECT_ROLES.find(({ role }) => role === event.currentTarget.value);
            if (next) onChange(row, next.role);
          }}
        />
      ),
    },
    {
      id: 'rights',
      header: 'Rights',
      width: 250,
      grow: true,
      cell: ({ role }) => <span className={classes.about}>{describeRights(role)}</span>,
    },
    timeColumn({
      id: 'createdAt',
      header: 'Added',
      time: ({ createdAt }) => createdAt,
    }),
    actionsColumn((row) => (
      <IconButton
        label={`Remove the role of ${getHolderName(row)}`}
        hint="Remove role"
        onClick={() => onRemove(row)}
      >
        <X size={15} aria-hidden />
      </IconButton>
    )),
  ];
}

function Holder({ assignment }: { assignment: Assignment }) {
  const { user, userGroup } = assignment;
  const Icon = userGroup ? Users : User;
  const name = getHolderName(assignment);
  const about = userGroup
    ? formatPlural(userGroup.memberCount, 'person', 'people')
    : (user?.email ?? '');
  return (
    <span className={classes.holder}>
      <Icon size={15} aria-label={userGroup ? 'Group' : 'Person'} />
      <bdi className={classes.name} title={name}>
        {name}
      </bdi>
      <span className={classes.about} title={about}>
        {about}
      </span>
    </span>
  );
}
