import type { Env } from '../config/env.js';
import { automaticProvider } from '../config/oidc-env.js';

/** What the page knows before anyone signs in; `web/src/lib/page/page-config.ts` reads it. */
export interface PageConfig {
  authenticationEnabled: boolean;
  /** Users cannot sign in with a password of this server. */
  basicAuthDisabled: boolean;
  oAuth2Idps: { name: string; displayName: string }[];
  ldapEnabled: boolean;
  /** Administrators can create accounts for users of the directory. */
  ldapManualUserCreationEnabled: boolean;
  /** Whether forgotten passwords can be reset by mail. */
  passwordResetEmailEnabled: boolean;
  passwordMinLength: number;
  /** Passwords need a digit, a lower-case and an upper-case letter, and a symbol. */
  passwordNeedsClasses: boolean;
  /** The provider to which users are redirected automatically, unless they have just signed out. */
  autoLoginIdp: string | null;
}

/** Contains no secrets, because everyone can read the page. */
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
    // Accounts created in advance are matched by address.
    ldapManualUserCreationEnabled: typeof ldap?.attributes.email === 'string',
    passwordResetEmailEnabled: mail !== null && auth.isPasswordLoginEnabled,
    passwordMinLength: auth.passwordMinLength,
    passwordNeedsClasses: auth.isStrongPolicyEnabled,
    autoLoginIdp: automaticProvider(oidc)?.name ?? null,
  };
}
