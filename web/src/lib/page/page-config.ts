/** An external sign-in provider. */
export interface IdentityProvider {
  /** Its name in URLs. */
  name: string;
  displayName: string;
}

/** The configuration that the server gives the page before sign-in. */
export interface PageConfig {
  authenticationEnabled: boolean;
  /** Whether sign-in with a Spandrel password is turned off. */
  basicAuthDisabled: boolean;
  oAuth2Idps: readonly IdentityProvider[];
  ldapEnabled: boolean;
  ldapManualUserCreationEnabled: boolean;
  /** Whether users can reset a forgotten password by email. */
  passwordResetEmailEnabled: boolean;
  passwordMinLength: number;
  /** Whether passwords need a digit, a lowercase letter, an uppercase letter and a symbol. */
  passwordNeedsClasses: boolean;
  /** The provider that users are redirected to automatically. */
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
  oAuth2Idps: [],
  ldapEnabled: false,
  ldapManualUserCreationEnabled: false,
  passwordResetEmailEnabled: false,
  passwordMinLength: 15,
  passwordNeedsClasses: false,
  autoLoginIdp: null,
  mcpServerEnabled: true,
};

/** The configuration that the server wrote into this page. */
export const pageConfig: PageConfig = readPageConfig();

function readPageConfig(): PageConfig {
  const text = document.getElementById('spandrel-config')?.textContent;
  return text ? { ...OPEN, ...(JSON.parse(text) as Partial<PageConfig>) } : OPEN;
}
