import { listSections } from './sections.js';

const labels = (
  who: Omit<Parameters<typeof listSections>[0], 'mcpServerEnabled'>,
  mcpServerEnabled = true,
) => listSections({ ...who, mcpServerEnabled }).map(({ label }) => label);

describe('listSections', () => {
  it('lists every section for administrators', () => {
    expect(labels({ authenticationEnabled: true, administer: true })).toEqual([
      'General',
      'Users',
      'Groups',
      'Roles',
      'API keys',
      'Applications',
      'Secrets',
      'Annotations',
      'Models',
      'Model providers',
      'Data retention',
      'Agents',
      'Webhooks',
      'Sign-in',
      'Provisioning',
      'Audit log',
    ]);
  });

  it('leaves out what other roles may not see', () => {
    expect(labels({ authenticationEnabled: true, administer: false })).toEqual([
      'General',
      'Roles',
      'Annotations',
      'Models',
      'Model providers',
      'Data retention',
      'Agents',
      'Webhooks',
    ]);
  });

  it('leaves out account sections if authentication is off', () => {
    expect(labels({ authenticationEnabled: false, administer: true })).toEqual([
      'General',
      'Secrets',
      'Annotations',
      'Models',
      'Model providers',
      'Data retention',
      'Agents',
      'Webhooks',
    ]);
  });

  it('leaves out agents if they cannot use the server', () => {
    expect(labels({ authenticationEnabled: true, administer: true }, false)).not.toContain(
      'Agents',
    );
  });
});
