import { ChangePasswordForm } from '../../../components/passwords/change-password-form.js';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import { findAuthMethod } from '../../../lib/page/page-config.js';
import { getRoleLabel, type Role } from '../../../lib/viewer/permissions.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { NameForm } from '../components/name-form.js';
import { ProfileSection } from '../components/profile-section.js';
import classes from './account-page.module.css';

const WHAT_ROLES_DO: Record<Role | 'SYSTEM', string> = {
  SYSTEM: 'Full access.',
  ADMIN: 'Full access, including users, other users’ keys, secrets and the audit log.',
  MEMBER: 'View everything, send traces and change data.',
  VIEWER: 'View everything, without changing anything.',
};

/** Your name, role and password. */
export function AccountPage() {
  const { viewer } = useViewer();
  if (!viewer) return null;
  const { username, email, role, authMethod } = viewer;
  const method = findAuthMethod(authMethod);
  return (
    <>
      <ProfileSection isPage title="Account">
        <NameForm key={username} username={username} />
        <dl className={classes.facts}>
          <dt>Email</dt>
          <dd>{email ?? 'none'}</dd>
          <dt>Role</dt>
          <dd>
            {getRoleLabel(role.name)}
            <span className={classes.aside}>{WHAT_ROLES_DO[role.name as Role | 'SYSTEM']}</span>
          </dd>
          <dt>Sign-in</dt>
          <dd>{method?.profileText ?? authMethod}</dd>
        </dl>
        <p className={classes.aside}>An administrator can change your role.</p>
      </ProfileSection>
      {method?.hasPassword ? (
        <ProfileSection
          title="Password"
          intro="Changing your password ends all your sessions, including this one. You then sign in with the new password."
        >
          <div className={classes.form}>
            <ChangePasswordForm
              username={email ?? username}
              onChanged={() => location.replace(buildServerUrl('login?message=password_changed'))}
            />
          </div>
        </ProfileSection>
      ) : null}
    </>
  );
}
