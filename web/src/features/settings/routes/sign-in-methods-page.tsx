import { Skeleton } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { useSignInMethods } from '../api/server-facts.js';
import { AdminOnly } from '../components/admin-only.js';
import { ReadingPage } from '../components/reading-page.js';
import { useSection } from '../components/use-section.js';

/** The configured sign-in methods, for administrators. */
export function SignInMethodsPage() {
  useSection('Sign-in');
  return (
    <AdminOnly>
      <SignInMethods />
    </AdminOnly>
  );
}

function SignInMethods() {
  const { methods, error, reload } = useSignInMethods();
  if (error && !methods) return <ErrorState error={error} onRetry={reload} />;
  return (
    <ReadingPage
      title="Sign-in"
      intro="The sign-in methods configured on this server. You cannot change them here."
    >
      {methods ? null : <Skeleton height={160} mt="md" />}
      {methods?.map(({ kind, name, displayName, facts, variables }) => (
        <section key={`${kind} ${name}`}>
          <h2>{displayName}</h2>
          <FactList
            facts={[...facts, { label: 'Configured by', value: <code>{variables}</code> }]}
          />
        </section>
      ))}
      {methods ? (
        <>
          <h2>Change or add a method</h2>
          <p>
            Environment variables configure the sign-in methods. The server reads them when it
            starts and reports any that are invalid. <code>.env.example</code> explains every
            variable; <code>docs/accounts.md</code>, <code>docs/oidc.md</code> and{' '}
            <code>docs/ldap.md</code> have complete examples.
          </p>
          <p>
            To add an OpenID Connect provider, register an application with the provider, with the
            redirect URI <code>{serverAddress}/oauth2/NAME/tokens</code>, then set its client ID,
            client secret and discovery URL in the environment. To add a directory, set its host,
            where to search for users, and which groups map to which roles.
          </p>
        </>
      ) : null}
    </ReadingPage>
  );
}
