import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { CircleUserRound, LogOut, MonitorX } from 'lucide-react';
import { createLazyDialog } from '../../components/dialogs/lazy-dialog.js';
import { getInitials } from './get-initials.js';
import { getRoleLabel } from '../../lib/viewer/permissions.js';
import { useViewer } from '../../lib/viewer/viewer.js';
import classes from './account-menu.module.css';
import { signOut } from './sign-out.js';

const everywhereDialog = createLazyDialog<{ opened: boolean; onClose: () => void }>(
  () =>
    import('./sign-out-everywhere-dialog.js').then(
      ({ SignOutEverywhereDialog }) => SignOutEverywhereDialog,
    ),
  ({ opened }) => opened,
);

/**
 * The menu of the signed-in user: profile and sign-out. Renders nothing if authentication is off.
 */
export function AccountMenu() {
  const { viewer } = useViewer();
  const [isConfirming, confirm] = useDisclosure();
  if (!viewer) return null;
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${getInitials(viewer.username)} Account`}
          >
            <span className={classes.initials}>{getInitials(viewer.username)}</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <span className={classes.name}>{viewer.username}</span>
            {viewer.email ? <span className={classes.detail}>{viewer.email}</span> : null}
            <span className={classes.detail}>{getRoleLabel(viewer.role.name)}</span>
          </div>
          <Menu.Divider />
          <Menu.Item
            leftSection={<CircleUserRound size={15} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/profile/account" />}
          >
            Profile
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={15} aria-hidden />} onClick={() => void signOut()}>
            Sign out
          </Menu.Item>
          <Menu.Item leftSection={<MonitorX size={15} aria-hidden />} onClick={confirm.open}>
            Sign out everywhere…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <everywhereDialog.Dialog opened={isConfirming} onClose={confirm.close} />
    </>
  );
}
