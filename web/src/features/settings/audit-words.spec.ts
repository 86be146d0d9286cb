import { AUDIT_ACTIONS, describeAction } from './audit-words.js';

describe('an audited action', () => {
  it('is told in words', () => {
    expect(describeAction('user.role_changed')).toBe('Changed a role');
    expect(describeAction('logout')).toBe('Signed out');
  });

  it('is spelled out when nobody wrote words for it', () => {
    expect(describeAction('project.moved_away')).toBe('Project moved away');
  });

  it('can be told from every other', () => {
    const labels = AUDIT_ACTIONS.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
