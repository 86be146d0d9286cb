import type { PageConfig } from '../../lib/page/page-config.js';
import type { AuthMethod } from './roles.js';

type SignInConfig = Pick<
  PageConfig,
  'basicAuthDisabled' | 'oAuth2Idps' | 'ldapEnabled' | 'ldapManualUserCreationEnabled'
>;

/** Returns the sign-in methods that a new user can have. */
export function listAddableMethods(config: SignInConfig): AuthMethod[] {
  const methods: AuthMethod[] = [];
  if (!config.basicAuthDisabled) methods.push('LOCAL');
  if (config.oAuth2Idps.length > 0) methods.push('OAUTH2');
  if (config.ldapEnabled && config.ldapManualUserCreationEnabled) methods.push('LDAP');
  return methods;
}
