import { Skeleton } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { useSignInMethods } from '../api/server-facts.js';
import { AdminOnly } from '../components/admin-only.js';
import { ReadingPage } from '../components/reading-page.js';
import { useSection } from '../components/use-section.js';
import type { AuthMethod } from '../roles.js';

/** The variables that configure a method, by how their names begin. */
function variablesOf(kind: AuthMethod, name: string): string {
  if (kind === 'OAUTH2') return `SPANDREL_OAUTH2_${name.toUpperCase()}_…`;
  if (kind === 'LDAP') return 'SPANDREL_LDAP_…';
  return 'SPANDREL_DISABLE_BASIC_AUTH, SPANDREL_PASSWORD_…, SPANDREL_BRUTE_FORCE_…';
}

/** How people sign in, as it is configured, for administrators. */
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
      intro="The ways of signing in that this server was started with. They cannot be changed here."
    >
      {methods ? null : <Skeleton height={160} mt="md" />}
      {methods?.map(({ kind, name, displayName, facts }) => (
        <section key={`${kind} ${name}`}>
          <h2>{displayName}</h2>
          <FactList
            facts={[
              ...facts,
              { label: 'Configured by', value: <code>{variablesOf(kind, name)}</code> },
            ]}
          />
        </section>
      ))}
      {methods ? (
        <>
          <h2>Change or add one</h2>
          <p>
            Each way of signing in is configured by variables in the environment of the server,
            which reads them when it starts and names the one that does not fit.{' '}
            <code>.env.example</code> explains every one; <code>docs/accounts.md</code>,{' '}
            <code>docs/oidc.md</code> and <code>docs/ldap.md</code> show how they go together.
          </p>
          <p>
            For an OpenID Connect provider: an application there with the redirect address{' '}
            <code>{serverAddress}/oauth2/NAME/tokens</code>, then its id, secret and discovery
            address here. For a directory: its host, where users are searched, and which groups give
            which role.
          </p>
        </>
      ) : null}
    </ReadingPage>
  );
}
