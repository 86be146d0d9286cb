import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { getRoleLabel, type Role } from '../../../lib/viewer/permissions.js';
import { PatchUserMutation } from '../api/user-mutations.js';
import type { UserRow } from '../api/users.js';
import { explainFixedRole, ROLES } from '../roles.js';
import { ReasonTooltip } from './reason-tooltip.js';
import classes from './user-columns.module.css';

interface RoleSelectProps {
  user: UserRow;
  viewerId: string | undefined;
  onChanged: (user: UserRow) => void;
}

/** A user’s role, edited in place. A change takes effect immediately and signs the user out. */
export function RoleSelect({ user, viewerId, onChanged }: RoleSelectProps) {
  const [patch, isSending] = useGraphqlMutation(PatchUserMutation);
  const reason = explainFixedRole(user, viewerId);
  if (reason !== undefined)
    return <ReasonTooltip reason={reason}>{getRoleLabel(user.role.name)}</ReasonTooltip>;

  const change = async (newRole: Role) => {
    const { data, error } = await patch({ input: { userId: user.id, newRole } });
    if (!data) {
      notifications.show({
        color: 'red',
        title: `${user.username}’s role was not changed`,
        message: describeError(error).detail,
      });
      return;
    }
    onChanged(data.patchUser.user);
    notifications.show({
      message: `${user.username}’s role is now ${getRoleLabel(newRole)}. They must sign in again.`,
    });
  };
  return (
    <NativeSelect
      size="xs"
      className={classes.role}
      aria-label={`Role for ${user.username}`}
      disabled={isSending}
      value={user.role.name}
      data={ROLES.map((role) => ({ value: role, label: getRoleLabel(role) }))}
      onChange={(event) => {
        const role = ROLES.find((name) => name === event.currentTarget.value);
        if (role) void change(role);
      }}
    />
  );
}
