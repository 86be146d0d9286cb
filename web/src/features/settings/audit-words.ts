/** What people did, by the name the server gives it. */
const WORDS: Record<string, string> = {
  'login.succeeded': 'Signed in',
  'login.failed': 'Failed to sign in',
  'login.locked': 'Was locked out after failed sign-ins',
  logout: 'Signed out',
  'session.ended': 'Ended a session',
  'token.reused': 'Used a refresh token twice',
  'password.changed': 'Changed the password',
  'password.reset_requested': 'Asked for a password reset',
  'password.reset': 'Reset the password',
  'user.created': 'Added a user',
  'user.role_changed': 'Changed a role',
  'user.renamed': 'Renamed a user',
  'user.deleted': 'Deleted a user',
  'apikey.created': 'Created an API key',
  'apikey.deleted': 'Deleted an API key',
  'secret.changed': 'Set a secret',
  'secret.deleted': 'Deleted a secret',
  'admin_secret.used': 'Used the admin secret',
  'origin.refused': 'Came from a foreign origin',
};

/** The actions that can be asked for by name, with what they are called. */
export const AUDIT_ACTIONS: readonly { value: string; label: string }[] = Object.entries(WORDS).map(
  ([value, label]) => ({ value, label }),
);

/** An action in words; one that is not known yet is spelled out of its name. */
export function describeAction(action: string): string {
  const known = WORDS[action];
  if (known) return known;
  const words = action.replaceAll(/[._]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
