import type { Env } from '../config/env.js';

type AuthMethodEnv = Pick<Env, 'auth' | 'ldap' | 'oidc'>;

/** The facts about all users who sign in one way. */
interface AuthMethodFacts {
  /** Short name, for tables and choices. */
  label: string;
  /** Describes the method in the GraphQL schema. */
  description: string;
  /** Tells users in their profile where they sign in. */
  profileText: string;
  /** Tells administrators who add a user how that user will sign in. */
  additionHint: string;
  /** Tells new users in the welcome email how to sign in. */
  welcomeText: string;
  /** Whether these accounts have a password that is stored here, and may have a second factor. */
  hasPassword: boolean;
  /** Who stores the password instead. */
  passwordKeeper: string;
  /** The columns of `users` that identify such a user where they sign in. Null for all other users. */
  identityColumns: readonly string[];
  /** Whether users type their email address to sign in, not another name. */
  isNamedByEmail: boolean;
  /** Whether users can sign in this way, if authentication is on. */
  isConfigured: (env: AuthMethodEnv) => boolean;
  /** Whether administrators can add users who have not signed in yet. */
  canAddUsers: (env: AuthMethodEnv) => boolean;
}

/**
 * The only list of the kinds of accounts: where their users sign in. Most new sign-in methods are for
 * one of these. For a new kind, add an entry, a variant in `create-user.body.ts` and `user.dto.ts`, which
 * do not compile otherwise, and a migration that replaces the constraint `users_auth_method_check`:
 * `CHECK (auth_method IN ('LOCAL', 'OAUTH2', 'LDAP', …))`. If the kind has columns of its own, the
 * migration also adds them with a constraint like `users_ldap_check`.
 */
export const AUTH_METHODS = {
  LOCAL: {
    label: 'Password',
    description: 'Here, with a password.',
    profileText: 'With a Spandrel password',
    additionHint: 'They sign in with their email address and a Spandrel password.',
    welcomeText:
      'Sign in with this email address and the password you were given. If you were not given one, ' +
      'choose one with "Forgot password?" on the sign-in page.',
    hasPassword: true,
    passwordKeeper: 'server',
    identityColumns: [],
    isNamedByEmail: true,
    isConfigured: ({ auth }) => auth.isPasswordLoginEnabled,
    canAddUsers: ({ auth }) => auth.isPasswordLoginEnabled,
  },
  OAUTH2: {
    label: 'Provider',
    description: 'At an OpenID Connect provider.',
    profileText: 'With your organization’s sign-in provider',
    additionHint: 'They sign in with a provider account that has this email address.',
    welcomeText: 'Sign in with the account you have at your identity provider.',
    hasPassword: false,
    passwordKeeper: 'provider',
    identityColumns: ['oauth2_issuer', 'oauth2_client_id', 'oauth2_user_id'],
    isNamedByEmail: true,
    isConfigured: ({ oidc }) => oidc.length > 0,
    canAddUsers: ({ oidc }) => oidc.length > 0,
  },
  LDAP: {
    label: 'LDAP',
    description: 'With a directory account.',
    profileText: 'With your organization’s directory',
    additionHint:
      'They sign in with their directory username. Their directory entry must have this email address.',
    welcomeText: 'Sign in with your directory account.',
    hasPassword: false,
    passwordKeeper: 'directory',
    identityColumns: ['ldap_unique_id'],
    isNamedByEmail: false,
    isConfigured: ({ ldap }) => ldap !== null,
    // Accounts added in advance are matched by address.
    canAddUsers: ({ ldap }) => typeof ldap?.attributes.email === 'string',
  },
} as const satisfies Record<string, AuthMethodFacts>;

/** A kind of account: where its user signs in. */
export type AuthMethodName = keyof typeof AUTH_METHODS;

/** All kinds of accounts, in the order in which people choose among them. */
export const AUTH_METHOD_NAMES = Object.keys(AUTH_METHODS) as readonly AuthMethodName[];
