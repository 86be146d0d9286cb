import { initials } from './initials.js';

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
  ])('of %j are %j', (name, letters) => expect(initials(name)).toBe(letters));
});
