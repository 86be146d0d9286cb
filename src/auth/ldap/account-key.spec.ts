import { accountKey } from './account-key.js';

describe('accountKey', () => {
  it.each([
    'jane doe',
    'JANE DOE',
    ' jane  doe ',
    'jane\u00a0doe',
    'ｊａｎｅ\u3000ＤＯＥ',
    'ja\u00adne\u200b doe\0',
    '\u2000jane \u2003doe',
  ])('counts %j as jane doe', (username) => {
    expect(accountKey(username)).toBe('jane doe');
  });

  it('keeps apart whom a directory keeps apart', () => {
    expect(accountKey('jané')).not.toBe(accountKey('jane'));
    expect(accountKey('janedoe')).not.toBe(accountKey('jane doe'));
    expect(accountKey('STRASSE')).toBe(accountKey('straße'));
  });
});
