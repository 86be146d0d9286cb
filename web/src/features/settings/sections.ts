/** The audience of a section: everyone, signed-in users, or administrators. */
type Audience = 'everybody' | 'signed-in' | 'administrators';

/** The sections of the settings, in the order of the navigation. */
export const SECTIONS = [
  { to: '/settings/general', label: 'General', audience: 'everybody' },
  { to: '/settings/users', label: 'Users', audience: 'administrators' },
  { to: '/settings/roles', label: 'Roles', audience: 'signed-in' },
  { to: '/settings/api-keys', label: 'API keys', audience: 'administrators' },
  { to: '/settings/secrets', label: 'Secrets', audience: 'everybody' },
  { to: '/settings/annotations', label: 'Annotations', audience: 'everybody' },
  { to: '/settings/sign-in', label: 'Sign-in', audience: 'administrators' },
  { to: '/settings/audit-log', label: 'Audit log', audience: 'administrators' },
] as const satisfies readonly { to: string; label: string; audience: Audience }[];

export type SettingsSection = (typeof SECTIONS)[number];

/**
 * Lists the sections that a viewer may see. Leaves out account sections if authentication is off.
 */
export function listSections(who: {
  authenticationEnabled: boolean;
  administer: boolean;
}): SettingsSection[] {
  return SECTIONS.filter(({ audience }) => {
    if (audience === 'everybody') return true;
    return who.authenticationEnabled && (audience === 'signed-in' || who.administer);
  });
}
