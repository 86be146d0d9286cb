import { AUDIT_ACTION_CHOICES, describeAction } from './audit-words.js';

describe('an audited action', () => {
  it('is told in words', () => {
    expect(describeAction('user.role_changed')).toBe('Changed a role');
    expect(describeAction('logout')).toBe('Signed out');
  });

  it('is spelled out when nobody wrote words for it', () => {
    expect(describeAction('project.moved_away')).toBe('Project moved away');
    expect(describeAction('constructor')).toBe('Constructor');
  });
});

describe('the actions to choose from', () => {
  const choices = AUDIT_ACTION_CHOICES.flatMap(({ items }) => items);

  it('are told from one another', () => {
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  });

  it('are groups as a whole, and actions that are no beginning of another', () => {
    const values = choices.map(({ value }) => value);
    expect(values).toContain('login');
    expect(values).toContain('password.reset_requested');
    expect(values).not.toContain('password.reset');
  });
});
