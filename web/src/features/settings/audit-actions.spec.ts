import { AUDIT_ACTION_CHOICES, describeAction } from './audit-actions.js';

describe('describeAction', () => {
  it('describes a known action', () => {
    expect(describeAction('user.role_changed')).toBe('Changed a role');
    expect(describeAction('logout')).toBe('Signed out');
  });

  it('spells out an unknown action', () => {
    expect(describeAction('project.moved_away')).toBe('Project moved away');
    expect(describeAction('constructor')).toBe('Constructor');
  });
});

describe('AUDIT_ACTION_CHOICES', () => {
  const choices = AUDIT_ACTION_CHOICES.flatMap(({ items }) => items);

  it('have distinct names', () => {
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  });

  it('include whole groups, and no action that is the start of another', () => {
    const values = choices.map(({ value }) => value);
    expect(values).toContain('login');
    expect(values).toContain('password.reset_requested');
    expect(values).not.toContain('password.reset');
  });
});
