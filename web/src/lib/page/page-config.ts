import type { introspection } from '../../graphql-env.js';

/** A kind of account: where its user signs in. */
export type AuthMethod = introspection['types']['AuthMethod']['enumValues'];

/** A way to sign in on another page. */
export interface SignInLink {
  name: string;
  displayName: string;
  /** Below the address of the server. */
  path: string;
}

/** The words of pages for accounts of one kind. */
export interface AuthMethodFacts {
  name: AuthMethod;
  /** For tables and choices. */
  label: string;
  /** Tells users where they sign in. */
  profileText: string;
  /** Tells administrators who add a user how that user will sign in. */
  additionHint: string;
  hasPassword: boolean;
  canAddUsers: boolean;
}

/** The configuration that the server gives the page before sign-in. */
export interface PageConfig {
  authenticationEnabled: boolean;
  /** Whether sign-in with a Spandrel password is turned off. */
  basicAuthDisabled: boolean;
  signInLinks: readonly SignInLink[];
  ldapEnabled: boolean;
  authMethods: readonly AuthMethodFacts[];
  /** Whether users can reset a forgotten password by email. */
  passwordResetEmailEnabled: boolean;
  passwordMinLength: number;
  /** Whether passwords need a digit, a lowercase letter, an uppercase letter and a symbol. */
  passwordNeedsClasses: boolean;
  /** The name of the link that users are redirected to automatically. */
  autoLoginIdp: string | null;
  /** Whether agents can use this server over MCP. */
  mcpServerEnabled: boolean;
}

/**
 * The configuration of a page without one: on the development server, or on a server without
 * authentication.
 */
const OPEN: PageConfig = {
  authenticationEnabled: false,
  basicAuthDisabled: false,
  signInLinks: [],
  ldapEnabled: false,
  authMethods: [],
  passwordResetEmailEnabled: false,
  passwordMinLength: 15,
  passwordNeedsClasses: false,
  autoLoginIdp: null,
  mcpServerEnabled: true,
};

/** The configuration that the server wrote into this page. */
export const pageConfig: PageConfig = readPageConfig();

/** Returns what pages say about a kind of accounts; undefined on the development server. */
export function findAuthMethod(name: AuthMethod): AuthMethodFacts | undefined {
  return pageConfig.authMethods.find((method) => method.name === name);
}

/** Returns the short name of a kind of accounts. */
export function getAuthMethodLabel(name: AuthMethod): string {
  return findAuthMethod(name)?.label ?? name;
}

function readPageConfig(): PageConfig {
  const text = document.getElementById('spandrel-config')?.textContent;
  return text ? { ...OPEN, ...(JSON.parse(text) as Partial<PageConfig>) } : OPEN;
}
