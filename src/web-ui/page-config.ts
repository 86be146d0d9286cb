import type { Env } from '../config/env.js';
import { automaticProvider } from '../config/oidc-env.js';

/** Settings that the page knows before sign-in. `web/src/lib/page/page-config.ts` reads them. */
export interface PageConfig {
  authenticationEnabled: boolean;
  /** Whether sign-in with a password of this server is disabled. */
  basicAuthDisabled: boolean;
  oAuth2Idps: { name: string; displayName: string }[];
  ldapEnabled: boolean;
  /** Whether administrators can create accounts for users of the directory in advance. */
  ldapManualUserCreationEnabled: boolean;
  /** Whether forgotten passwords can be reset by email. */
  passwordResetEmailEnabled: boolean;
  passwordMinLength: number;
  /** Whether passwords require a digit, a lower-case letter, an upper-case letter and a symbol. */
  passwordNeedsClasses: boolean;
  /** The provider to which users are redirected automatically, unless they have just signed out. */
  autoLoginIdp: string | null;
  /** Whether agents can use this server at `/mcp`. */
  mcpServerEnabled: boolean;
}

/** Contains no secrets, because everyone can read the page. */
export function pageConfig({
  auth,
  ldap,
  mail,
  oidc,
  isMcpEnabled,
}: Pick<Env, 'auth' | 'ldap' | 'mail' | 'oidc' | 'isMcpEnabled'>): PageConfig {
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
    mcpServerEnabled: isMcpEnabled,
  };
}
