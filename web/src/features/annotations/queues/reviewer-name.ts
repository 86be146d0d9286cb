import { pageConfig } from '../../../lib/page/page-config.js';

/** Returns the name of a reviewer. Without authentication, there is only one, without a name. */
export function getReviewerName(user: { username: string } | null): string {
  return user?.username ?? (pageConfig.authenticationEnabled ? 'Deleted user' : 'You');
}
