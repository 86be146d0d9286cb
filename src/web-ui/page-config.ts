import type { Env } from '../config/env.js';
import type { SignInOffer } from '../auth/sign-in-methods/sign-in-method.contract.js';
import {
  AUTH_METHOD_NAMES,
  AUTH_METHODS,
  type AuthMethodName,
} from '../users/auth-methods.contract.js';

/** Settings that the page knows before sign-in. `web/src/lib/page/page-config.ts` reads them. */
export interface PageConfig {
  authenticationEnabled: boolean;
  /** Whether sign-in with a password of this server is disabled. */
  basicAuthDisabled: boolean;
  /** The ways to sign in elsewhere. `path` is below the public URL. */
  signInLinks: { name: string; displayName: string; path: string }[];
  ldapEnabled: boolean;
  /** The facts about each kind of account that pages show. `AUTH_METHODS` describes the fields. */
  authMethods: {
    name: AuthMethodName;
    label: string;
    profileText: string;
    additionHint: string;
    hasPassword: boolean;
    canAddUsers: boolean;
  }[];
  /** Whether forgotten passwords can be reset by email. */
  passwordResetEmailEnabled: boolean;
  passwordMinLength: number;
  /** Whether passwords require a digit, a lower-case letter, an upper-case letter and a symbol. */
  passwordNeedsClasses: boolean;
  /** The name of the link to which users are redirected automatically, unless they have just signed out. */
  autoLoginIdp: string | null;
  /** Whether agents can use this server at `/mcp`. */
  mcpServerEnabled: boolean;
}

/** Contains no secrets, because everyone can read the page. */
export function pageConfig(
  env: Pick<Env, 'auth' | 'ldap' | 'mail' | 'oidc' | 'isMcpEnabled'>,
  offers: readonly SignInOffer[],
): PageConfig {
  const { auth, ldap, mail, isMcpEnabled } = env;
  return {
    authenticationEnabled: auth.isEnabled,
    basicAuthDisabled: !auth.isPasswordLoginEnabled,
    signInLinks: offers.flatMap(({ name, displayName, startPath: path }) =>
      path === undefined ? [] : [{ name, displayName, path }],
    ),
    ldapEnabled: ldap !== null,
    authMethods: AUTH_METHOD_NAMES.map((name) => {
      const { label, profileText, additionHint, hasPassword, canAddUsers } = AUTH_METHODS[name];
      return { name, label, profileText, additionHint, hasPassword, canAddUsers: canAddUsers(env) };
    }),
    passwordResetEmailEnabled: mail !== null && auth.isPasswordLoginEnabled,
    passwordMinLength: auth.passwordMinLength,
    passwordNeedsClasses: auth.isStrongPolicyEnabled,
    autoLoginIdp: offers.find(({ isAutomatic }) => isAutomatic)?.name ?? null,
    mcpServerEnabled: isMcpEnabled,
  };
}
