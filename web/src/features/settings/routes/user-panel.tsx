import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Pencil, ShieldOff, Trash2, UserX } from 'lucide-react';
import { useCallback } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { PanelHeader } from '../../../components/layout/panel-header.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { findAuthMethod, getAuthMethodLabel, pageConfig } from '../../../lib/page/page-config.js';
import { getRoleLabel } from '../../../lib/viewer/permissions.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type UserDetail, useUser } from '../api/users.js';
import { RenameUserDialog } from '../components/rename-user-dialog.js';
import { ResetPasswordDialog } from '../components/reset-password-dialog.js';
import { useSecondFactorReset } from '../components/use-second-factor-reset.js';
import { useUserDeletion } from '../components/use-user-deletion.js';
import classes from '../components/user-panel.module.css';
import { UserSessions } from '../components/user-sessions.js';
import { useUsersList } from '../components/users-context.js';
import { describeSecondFactor, explainRefusedDeletion, hasSecondFactor } from '../roles.js';
import { KeyExpiry, KeyLastUse, KeyPrefix } from '../../../components/api-keys/key-cells.js';
import { getScopeLabel } from '../../../components/api-keys/key-use.js';
import { useKeyDeletion } from '../components/use-key-deletion.js';

const route = getRouteApi('/settings/users/$userId');

/** The user panel, over the list of users: details, keys and sessions. */
export function UserPanel() {
  const { userId } = route.useParams();
  const navigate = route.useNavigate();
  const list = useUsersList();
  const { user, error, reload } = useUser(userId);
  const close = useCallback(
    () => void navigate({ to: '/settings/users', search: (now) => now }),
    [navigate],
  );
  const onDeleted = useCallback(() => {
    list.reload();
    close();
  }, [list, close]);

  return (
    <SidePanel label="User" name="user" initialWidth={560} onClose={close}>
      <PanelHeader title={user?.username ?? 'User'} onClose={close} />
      <div className={classes.scroller}>
        {user ? <UserView user={user} onChanged={reload} onDeleted={onDeleted} /> : null}
        {error && !user && !isNotFound(error) ? (
          <ErrorState error={error} onRetry={reload} />
        ) : null}
        {error && !user && isNotFound(error) ? (
          <EmptyState icon={UserX} title="User not found">
            The account may have been deleted, or the link is incomplete.
          </EmptyState>
        ) : null}
        {(error ?? user) ? null : <Skeleton height={160} />}
      </div>
    </SidePanel>
  );
}

interface UserViewProps {
  user: UserDetail;
  onChanged: () => void;
  onDeleted: () => void;
}

function UserView({ user, onChanged, onDeleted }: UserViewProps) {
  return (
    <>
      <UserActions user={user} onChanged={onChanged} onDeleted={onDeleted} />
      <FactList
        facts={[
          {
            label: 'Email',
            value: user.email ? (
              <>
                {user.email} <CopyButton value={user.email} label="email address" />
              </>
            ) : (
              'none'
            ),
          },
          { label: 'Role', value: getRoleLabel(user.role.name) },
          { label: 'Sign-in method', value: getAuthMethodLabel(user.authMethod) },
          ...(user.isActive ? [] : [{ label: 'State', value: 'deactivated: cannot sign in' }]),
          ...(user.passwordNeedsReset
            ? [{ label: 'Password', value: 'must be changed at the next sign-in' }]
            : []),
          ...(user.secondFactor
            ? [{ label: 'Second factor', value: describeSecondFactor(user.secondFactor) }]
            : []),
          { label: 'Added', value: <RelativeTime time={user.createdAt} /> },
          {
            label: 'ID',
            value: (
              <>
                <code>{user.id}</code> <CopyButton value={user.id} label="user ID" />
              </>
            ),
          },
        ]}
      />
      <h3>API keys</h3>
      <UserKeys user={user} />
      <h3>Sessions</h3>
      <UserSessions sessions={user.sessions} onEnded={onChanged} />
    </>
  );
}

function UserActions({ user, onChanged, onDeleted }: UserViewProps) {
  const { viewer } = useViewer();
  const list = useUsersList();
  const [isRenaming, renaming] = useDisclosure();
  const [isResetting, resetting] = useDisclosure();
  const deletion = useUserDeletion(onDeleted);
  const hasPassword = findAuthMethod(user.authMethod)?.hasPassword && !pageConfig.basicAuthDisabled;
  const isSelf = user.id === viewer?.id;
  const secondFactor = useSecondFactorReset(onChanged);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<Pencil size={14} aria-hidden />}
        onClick={renaming.open}
      >
        Rename…
      </Button>
      {hasPassword && !isSelf ? (
        <Button
          variant="default"
          leftSection={<KeyRound size={14} aria-hidden />}
          onClick={resetting.open}
        >
          Reset password…
        </Button>
      ) : null}
      {hasSecondFactor(user.secondFactor) && !isSelf ? (
        <Button
          variant="default"
          leftSection={<ShieldOff size={14} aria-hidden />}
          onClick={() => secondFactor.ask(user)}
        >
          Reset second factor…
        </Button>
      ) : null}
      {explainRefusedDeletion(user, viewer?.id) === undefined ? (
        <Button
          variant="default"
          leftSection={<Trash2 size={14} aria-hidden />}
          onClick={() => deletion.ask([user])}
        >
          Delete…
        </Button>
      ) : null}
      <RenameUserDialog
        user={user}
        opened={isRenaming}
        onClose={renaming.close}
        onRenamed={(row) => {
          list.replace(row);
          onChanged();
        }}
      />
      <ResetPasswordDialog
        user={user}
        opened={isResetting}
        onClose={resetting.close}
        onReset={(row) => {
          list.replace(row);
          onChanged();
        }}
      />
      {secondFactor.dialog}
      {deletion.dialog}
    </div>
  );
}

/** The API keys of a user, with a button to delete each. */
function UserKeys({ user }: { user: UserDetail }) {
  const deletion = useKeyDeletion('user');
  if (user.apiKeys.length === 0) return <p className={classes.none}>No API keys.</p>;
  return (
    <>
      <ul className={classes.list} aria-label="API keys">
        {user.apiKeys.map((key) => (
          <li key={key.id} className={classes.item}>
            <div className={classes.what}>
              <div className={classes.name}>{key.name}</div>
              <div className={classes.notes}>
                <KeyPrefix prefix={key.prefix} />
                <span>{getScopeLabel(key.scope)}</span>
                {key.project ? <span>{key.project.name}</span> : null}
                <span>
                  last used <KeyLastUse lastUsedAt={key.lastUsedAt} />
                </span>
                <span>
                  expires <KeyExpiry expiresAt={key.expiresAt} />
                </span>
              </div>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Delete key ${key.name}`}
              onClick={() => deletion.ask(key, user.username)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {deletion.dialog}
    </>
  );
}
