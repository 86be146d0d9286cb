import { sectionsFor } from './sections.js';

const labels = (who: Parameters<typeof sectionsFor>[0]) =>
  sectionsFor(who).map(({ label }) => label);

describe('the sections of the settings', () => {
  it('are all there for an administrator', () => {
    expect(labels({ authenticationEnabled: true, administer: true })).toEqual([
      'General',
      'Users',
      'Roles',
      'API keys',
      'Secrets',
      'Sign-in',
      'Audit log',
    ]);
  });

  it('leave out what others may not see', () => {
    expect(labels({ authenticationEnabled: true, administer: false })).toEqual([
      'General',
      'Roles',
      'Secrets',
    ]);
  });

  it('leave out accounts while there are none, though everybody may do everything', () => {
    expect(labels({ authenticationEnabled: false, administer: true })).toEqual([
      'General',
      'Secrets',
    ]);
  });
});
