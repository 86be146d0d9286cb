import { getInitials } from './get-initials.js';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['Anna Maria von Berg', 'AB'],
    ['root', 'R'],
    ['grace.hopper', 'GH'],
    ['émile zola', 'ÉZ'],
    ['李 小龍', '李小'],
    ['💡', '💡'],
    ['', ''],
  ])('returns the initials of %j: %j', (name, letters) => expect(getInitials(name)).toBe(letters));
});
