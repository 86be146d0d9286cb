/** A section of the settings. */
interface Section {
  to: string;
  label: string;
  audience: 'everybody' | 'administrators';
  /** Makes no sense while authentication is off. */
  needsAccounts: boolean;
}

/** The sections of the settings, in the order of the navigation. */
export const SECTIONS = [
  { to: '/settings/general', label: 'General', audience: 'everybody', needsAccounts: false },
  { to: '/settings/users', label: 'Users', audience: 'administrators', needsAccounts: true },
  { to: '/settings/groups', label: 'Groups', audience: 'administrators', needsAccounts: true },
  { to: '/settings/roles', label: 'Roles', audience: 'everybody', needsAccounts: true },
  { to: '/settings/api-keys', label: 'API keys', audience: 'administrators', needsAccounts: true },
  {
    to: '/settings/applications',
    label: 'Applications',
    audience: 'administrators',
    needsAccounts: true,
  },
  { to: '/settings/secrets', label: 'Secrets', audience: 'administrators', needsAccounts: false },
  {
    to: '/settings/annotations',
    label: 'Annotations',
    audience: 'everybody',
    needsAccounts: false,
  },
  { to: '/settings/models', label: 'Models', audience: 'everybody', needsAccounts: false },
  {
    to: '/settings/model-providers',
    label: 'Model providers',
    audience: 'everybody',
    needsAccounts: false,
  },
  {
    to: '/settings/data',
    label: 'Data retention',
    audience: 'everybody',
    needsAccounts: false,
  },
  { to: '/settings/mcp', label: 'Agents', audience: 'everybody', needsAccounts: false },
  { to: '/settings/webhooks', label: 'Webhooks', audience: 'everybody', needsAccounts: false },
  { to: '/settings/sign-in', label: 'Sign-in', audience: 'administrators', needsAccounts: true },
  {
    to: '/settings/provisioning',
    label: 'Provisioning',
    audience: 'administrators',
    needsAccounts: true,
  },
  {
    to: '/settings/audit-log',
    label: 'Audit log',
    audience: 'administrators',
    needsAccounts: true,
  },
] as const satisfies readonly Section[];

export type SettingsSection = (typeof SECTIONS)[number];

/** Lists the sections that the user may see and that make sense on this server. */
export function listSections(who: {
  authenticationEnabled: boolean;
  mcpServerEnabled: boolean;
  administer: boolean;
}): SettingsSection[] {
  return SECTIONS.filter(
    ({ to, audience, needsAccounts }) =>
      (audience === 'everybody' || who.administer) &&
      (who.authenticationEnabled || !needsAccounts) &&
      (who.mcpServerEnabled || to !== '/settings/mcp'),
  );
}
