import { ChangePasswordForm } from '../../../components/passwords/change-password-form.js';
import { serverUrl } from '../../../lib/page/base-url.js';
import { roleLabel } from '../../../lib/session/permissions.js';
import { useViewer, type Viewer } from '../../../lib/session/viewer.js';
import { NameForm } from '../components/name-form.js';
import { Section } from '../components/section.js';
import classes from './account-page.module.css';

const WHAT_ROLES_DO: Record<string, string> = {
  SYSTEM: 'Everything.',
  ADMIN: 'Everything, also users, keys of others, secrets and the audit log.',
  MEMBER: 'Look at everything, send traces and change data.',
  VIEWER: 'Look at everything and change nothing.',
};

const METHODS: Record<Viewer['authMethod'], string> = {
  LOCAL: 'With a password of this server',
  OAUTH2: 'With a provider of your organization',
  LDAP: 'With the directory of your organization',
};

/** Name, role and password. */
export function AccountPage() {
  const { viewer } = useViewer();
  if (!viewer) return null;
  const { username, email, role, authMethod } = viewer;
  return (
    <>
      <Section isPage title="Account">
        <NameForm key={username} username={username} />
        <dl className={classes.facts}>
          <dt>E-mail</dt>
          <dd>{email ?? 'none'}</dd>
          <dt>Role</dt>
          <dd>
            {roleLabel(role.name)}
            <span className={classes.aside}>{WHAT_ROLES_DO[role.name]}</span>
          </dd>
          <dt>Signs in</dt>
          <dd>{METHODS[authMethod]}</dd>
        </dl>
        <p className={classes.aside}>An administrator can change the role.</p>
      </Section>
      {authMethod === 'LOCAL' ? (
        <Section
          title="Password"
          intro="Changing it ends every session of yours, this one too. Sign in with the new one afterwards."
        >
          <div className={classes.form}>
            <ChangePasswordForm
              username={email ?? username}
              onChanged={() => location.replace(serverUrl('login?message=password_changed'))}
            />
          </div>
        </Section>
      ) : null}
    </>
  );
}
