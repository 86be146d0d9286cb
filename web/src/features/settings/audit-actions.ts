/** The recorded actions, in groups: their names in the API and their labels. */
const GROUPS: readonly { label: string; all?: string; words: Record<string, string> }[] = [
  {
    label: 'Sign-in',
    all: 'login',
    words: {
      'login.succeeded': 'Signed in',
      'login.failed': 'Failed to sign in',
      'login.locked': 'Locked out after failed sign-ins',
      logout: 'Signed out',
      'session.ended': 'Ended a session',
      'token.reused': 'Reused a refresh token',
    },
  },
  {
    label: 'Passwords',
    all: 'password',
    words: {
      'password.changed': 'Changed the password',
      'password.reset_requested': 'Requested a password reset',
      'password.reset': 'Reset the password',
    },
  },
  {
    label: 'Users',
    // With a dot, because `user_group` starts with the same letters.
    all: 'user.',
    words: {
      'user.created': 'Added a user',
      'user.role_changed': 'Changed a role',
      'user.renamed': 'Renamed a user',
      'user.deleted': 'Deleted a user',
    },
  },
  {
    label: 'Groups',
    all: 'user_group',
    words: {
      'user_group.created': 'Created a group',
      'user_group.changed': 'Changed a group',
      'user_group.deleted': 'Deleted a group',
    },
  },
  {
    label: 'Project access',
    all: 'project',
    words: {
      'project.hidden': 'Made a project private',
      'project.shown': 'Showed a project to everyone',
      'project.role_changed': 'Gave a role in a project',
      'project.role_removed': 'Removed a role in a project',
    },
  },
  {
    label: 'Applications',
    all: 'application',
    words: {
      'application.approved': 'Approved an application',
      'application.denied': 'Denied an application',
      'application.revoked': 'Revoked access of an application',
    },
  },
  {
    label: 'Keys and secrets',
    words: {
      'apikey.created': 'Created an API key',
      'apikey.deleted': 'Deleted an API key',
      'secret.changed': 'Set a secret',
      'secret.deleted': 'Deleted a secret',
      'admin_secret.used': 'Used the admin secret',
    },
  },
  {
    label: 'Model providers',
    all: 'model_provider',
    words: {
      'model_provider.created': 'Created a model provider',
      'model_provider.changed': 'Changed a model provider',
      'model_provider.deleted': 'Deleted a model provider',
    },
  },
  {
    label: 'Webhooks',
    all: 'webhook',
    words: {
      'webhook.created': 'Created a webhook',
      'webhook.updated': 'Changed a webhook',
      'webhook.secret_rotated': 'Replaced the secret of a webhook',
      'webhook.deleted': 'Deleted a webhook',
    },
  },
  {
    label: 'Other',
    words: {
      'ingestion_errors.resent': 'Sent refused spans again',
      'ingestion_errors.deleted': 'Deleted refused spans',
      'masking.changed': 'Changed what is masked in a project',
      'sampling.changed': 'Changed the sampling of a project',
      'audit.exported': 'Exported the audit log',
      'origin.refused': 'Request from an untrusted origin',
    },
  },
];

const WORDS = new Map(GROUPS.flatMap(({ words }) => Object.entries(words)));

/** Describes an action in words. For an unknown action, the words come from its name. */
export function describeAction(action: string): string {
  const known = WORDS.get(action);
  if (known) return known;
  const words = action.replaceAll(/[._]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Choice {
  value: string;
  label: string;
}

/**
 * The actions to choose from, in groups. The server matches the start of a name, so a whole group
 * can be chosen, and an action is left out if a longer one starts with its name.
 */
export const AUDIT_ACTION_CHOICES: readonly { group: string; items: Choice[] }[] = GROUPS.map(
  ({ label, all, words }) => {
    const names = Object.keys(words);
    const startsAnother = (name: string) =>
      names.some((other) => other !== name && other.startsWith(name));
    return {
      group: label,
      items: [
        ...(all ? [{ value: all, label: `${label}: all` }] : []),
        ...Object.entries(words)
          .filter(([name]) => !startsAnother(name))
          .map(([value, text]) => ({ value, label: text })),
      ],
    };
  },
);
