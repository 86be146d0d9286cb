/** A provider of sign-in outside this server. */
export interface IdentityProvider {
  /** Names it in addresses. */
  name: string;
  displayName: string;
}

/** What the server tells the page before anybody has signed in. */
export interface PageConfig {
  authenticationEnabled: boolean;
  /** No sign-in with a password of this server. */
  basicAuthDisabled: boolean;
  oAuth2Idps: readonly IdentityProvider[];
  ldapEnabled: boolean;
  ldapManualUserCreationEnabled: boolean;
  /** Forgotten passwords can be reset by mail. */
  passwordResetEmailEnabled: boolean;
  passwordMinLength: number;
  /** Passwords need a digit, letters of both cases and a sign. */
  passwordNeedsClasses: boolean;
  /** The provider people are sent to at once. */
  autoLoginIdp: string | null;
}

/** A page without a configuration: the development server's, or one of an open server. */
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
};

/** The configuration that the server wrote into this page. */
export const pageConfig: PageConfig = readPageConfig();

function readPageConfig(): PageConfig {
  const text = document.getElementById('spandrel-config')?.textContent;
  return text ? { ...OPEN, ...(JSON.parse(text) as Partial<PageConfig>) } : OPEN;
}
