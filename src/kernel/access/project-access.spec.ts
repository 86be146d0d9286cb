import { hasLessAccess, type ProjectAccess, type ProjectRoleName } from './project-access.js';

function access(
  hidden: number[],
  roles: [id: number, role: ProjectRoleName][] = [],
  lastKnown = 9,
): ProjectAccess {
  return { private: hidden, roles: new Map(roles), lastKnown };
}

describe('access to projects has become less', () => {
  it.each([
    ['a project is hidden', access([1]), access([1, 2])],
    ['the first project is hidden', null, access([2], [], 0)],
    ['a role is gone', access([1], [[1, 'VIEWER']]), access([1])],
    ['a role is lower', access([1], [[1, 'MEMBER']]), access([1], [[1, 'VIEWER']])],
  ])('when %s', (_, before, now) => {
    expect(hasLessAccess(before, now)).toBe(true);
  });

  it.each([
    ['nothing has changed', access([1], [[1, 'MEMBER']]), access([1], [[1, 'MEMBER']])],
    ['nothing is hidden any more', access([1], [[1, 'MEMBER']]), null],
    ['a role is higher', access([1], [[1, 'VIEWER']]), access([1], [[1, 'MANAGER']])],
    ['a hidden project has another one', access([1]), access([1, 10])],
    ['a project is hidden from others', access([1]), access([1, 2], [[2, 'VIEWER']])],
  ])('but not when %s', (_, before, now) => {
    expect(hasLessAccess(before, now)).toBe(false);
  });
});
