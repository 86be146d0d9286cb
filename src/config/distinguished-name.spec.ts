import fc from 'fast-check';
import { canonicalizeDn, escapeDnValue } from './distinguished-name.js';

describe('canonicalizeDn', () => {
  it.each([
    ['CN=Admins,OU=Groups,DC=Example,DC=Com', 'cn=admins,ou=groups,dc=example,dc=com'],
    [' cn = Admins , ou=Groups ', 'cn=admins,ou=groups'],
    ['uid=a+cn=b,o=x', 'cn=b+uid=a,o=x'],
    ['CN=b + UID=a,o=x', 'cn=b+uid=a,o=x'],
    ['cn=Doe\\, Jane,o=x', 'cn=doe\\, jane,o=x'],
    ['cn=Doe\\2C Jane,o=x', 'cn=doe\\, jane,o=x'],
    ['cn="Doe, Jane",o=x', 'cn=doe\\, jane,o=x'],
    ['cn=a\\+b,o=x', 'cn=a\\+b,o=x'],
    ['cn=a=b,o=x', 'cn=a\\=b,o=x'],
    ['cn=\\#1,o=x', 'cn=\\#1,o=x'],
    ['cn=tail\\ ,o=x', 'cn=tail\\ ,o=x'],
    ['cn=\\ head,o=x', 'cn=\\ head,o=x'],
    ['ou=M\\C3\\BCnchen,o=x', 'ou=münchen,o=x'],
    ['ou=MU\u0308NCHEN,o=x', 'ou=münchen,o=x'],
    ['ou=\\ff\\fe,o=x', 'ou=\\ff\\fe,o=x'],
    ['2.5.4.3=A', '2.5.4.3=a'],
    ['OID.2.5.4.3=A', '2.5.4.3=a'],
    ['1.3.6=#04024869', '1.3.6=#04024869'],
    ['cn=,o=x', 'cn=,o=x'],
    ['', ''],
    ['  ', ''],
  ])('reads %j as %j', (text, canonical) => {
    expect(canonicalizeDn(text)).toBe(canonical);
  });

  it.each([
    'not a dn',
    'cn',
    '=x',
    'cn=a,',
    ',cn=a',
    'cn=a,,o=b',
    'cn=a+',
    'c n=a',
    'cn=a;o=b',
    'cn=<a>',
    'cn=a"b',
    'cn="a"b"',
    'cn=a\\',
    'cn=a\\zz',
    'cn=#zz',
    'cn=a\0b',
    '*',
  ])('refuses %j', (text) => {
    expect(canonicalizeDn(text)).toBeNull();
  });

  it('is stable, and keeps different values apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (first, second) => {
        const dn = canonicalizeDn(`cn=${escapeDnValue(first)},ou=${escapeDnValue(second)}`);
        expect(dn).not.toBeNull();
        expect(canonicalizeDn(dn ?? 'no name')).toBe(dn);
        expect(dn?.split(/(?<!\\)(?:\\\\)*,ou=/)).toHaveLength(2);
      }),
    );
  });
});

describe('escapeDnValue', () => {
  it.each([
    ['jane', 'jane'],
    ['a,b+c"d\\e<f>g;h=i', 'a\\,b\\+c\\"d\\\\e\\<f\\>g\\;h\\=i'],
    ['#1', '\\#1'],
    [' a ', '\\ a\\ '],
    [' ', '\\ '],
    ['a\0', 'a\\00'],
    ['jane,ou=admins', 'jane\\,ou\\=admins'],
    ['Łukasz 🚀', 'Łukasz 🚀'],
  ])('writes %j as %j', (value, escaped) => {
    expect(escapeDnValue(value)).toBe(escaped);
  });
});
