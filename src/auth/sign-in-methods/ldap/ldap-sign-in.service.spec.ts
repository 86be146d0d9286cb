import { foldUsername } from './ldap-sign-in.service.js';

describe('foldUsername', () => {
  it.each([
    'jane doe',
    'JANE DOE',
    ' jane  doe ',
    'jane\u00a0doe',
    'ｊａｎｅ\u3000ＤＯＥ',
    'ja\u00adne\u200b doe\0',
    '\u2000jane \u2003doe',
  ])('counts %j as jane doe', (username) => {
    expect(foldUsername(username)).toBe('jane doe');
  });

  it('distinguishes names that are different to a directory', () => {
    expect(foldUsername('jané')).not.toBe(foldUsername('jane'));
    expect(foldUsername('janedoe')).not.toBe(foldUsername('jane doe'));
    expect(foldUsername('STRASSE')).toBe(foldUsername('straße'));
  });
});
