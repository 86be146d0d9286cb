import { countHolders, describeRights } from './access-texts.js';

const PERSON = { user: { id: 'u', username: 'ada', email: null } };
const GROUP = { user: null };

describe('countHolders', () => {
  it.each([
    [[PERSON], '1 person'],
    [[GROUP, GROUP], '2 groups'],
    [[PERSON, GROUP, PERSON], '2 people and 1 group'],
  ])('names people and groups', (assignments, text) => {
    expect(countHolders(assignments)).toBe(text);
  });
});

describe('describeRights', () => {
  it('says what only managers can do', () => {
    expect(describeRights('MANAGER')).toContain('access');
    expect(describeRights('MEMBER')).not.toContain('access');
  });
});
