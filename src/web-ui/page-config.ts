import type { Env } from '../config/env.js';
import { automaticProvider } from '../config/oidc-env.js';

/** What the page is told before anybody has signed in; `web/src/lib/page/page-config.ts` reads it. */
export interface PageConfig {
  authenticationEnabled: boolean;
  /** No sign-in with a password that is kept here. */
  basicAuthDisabled: boolean;
  oAuth2Idps: { name: string; displayName: string }[];
  ldapEnabled: boolean;
  /** Administrators may create accounts for people of the directory. */
  ldapManualUserCreationEnabled: boolean;
  /** Forgotten passwords can be reset by mail. */
  passwordResetEmailEnabled: boolean;
  passwordMinLength: number;
  /** Passwords need a digit, letters of both cases and a sign. */
  passwordNeedsClasses: boolean;
  /** The provider people are sent to at once, unless they have just signed out. */
  autoLoginIdp: string | null;
}

/** Nothing in it is a secret: everybody can read the page. */
export function pageConfig({
  auth,
  ldap,
  mail,
  oidc,
}: Pick<Env, 'auth' | 'ldap' | 'mail' | 'oidc'>): PageConfig {
  return {
    authenticationEnabled: auth.isEnabled,
    basicAuthDisabled: !auth.isPasswordLoginEnabled,
    oAuth2Idps: oidc.map(({ name, displayName }) => ({ name, displayName })),
    ldapEnabled: ldap !== null,
    // Without addresses nobody can say beforehand who will sign in.
    ldapManualUserCreationEnabled: typeof ldap?.attributes.email === 'string',
    passwordResetEmailEnabled: mail !== null && auth.isPasswordLoginEnabled,
    passwordMinLength: auth.passwordMinLength,
    passwordNeedsClasses: auth.isStrongPolicyEnabled,
    autoLoginIdp: automaticProvider(oidc)?.name ?? null,
  };
}
