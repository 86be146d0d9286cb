import { BerWriter } from 'ldapts';
import { parseSearchFilter, SearchFilterError } from './search-filter.js';

const shown = (template: string, value: string) =>
  parseSearchFilter(template).fill(value).toString();

/** Returns the filled filter as text, with its hexadecimal escapes decoded. */
const filled = (template: string) =>
  shown(template, 'jane').replace(/\\([0-9a-f]{2})/g, (_, byte: string) =>
    Buffer.from(byte, 'hex').toString(),
  );

/** Returns the bytes that the directory receives. */
const sent = (template: string, value: string) => {
  const writer = new BerWriter();
  parseSearchFilter(template).fill(value).write(writer);
  return writer.buffer;
};

describe('parseSearchFilter', () => {
  it.each([
    ['(uid=%s)', '(uid=jane)'],
    ['uid=%s', '(uid=jane)'],
    ['(&(objectClass=user)(sAMAccountName=%s))', '(&(objectClass=user)(sAMAccountName=jane))'],
    ['(|(uid=%s)(mail=%s)(mail=%s@x.org))', '(|(uid=jane)(mail=jane)(mail=jane@x.org))'],
    [' ( & (a=b) (!(c=%s)) ) ', '(&(a=b)(!(c=jane)))'],
    ['(uid=*)', '(uid=*)'],
    ['(uid=%s*)', '(uid=jane*)'],
    ['(uid=a*%s*b)', '(uid=a*jane*b)'],
    ['(age>=%s)', '(age>=jane)'],
    ['(age<=%s)', '(age<=jane)'],
    ['(sn~=%s)', '(sn~=jane)'],
    ['(member:1.2.840.113556.1.4.1941:=%s)', '(member:1.2.840.113556.1.4.1941:=jane)'],
    ['(ou:dn:=%s)', '(ou:dn:=jane)'],
    ['(:dn:2.4.6.8:=%s)', '(:dn:2.4.6.8:=jane)'],
    ['(2.5.4.3=%s)', '(2.5.4.3=jane)'],
    ['(cn;lang-en=%s)', '(cn;lang-en=jane)'],
    ['(cn=100%%s)', '(cn=100%jane)'],
    ['(cn=50% of a=b)', '(cn=50% of a=b)'],
    ['(&)', '(&)'],
  ])('fills %s', (template, filter) => {
    expect(filled(template)).toBe(filter);
  });

  it('counts the placeholders', () => {
    expect(parseSearchFilter('(|(uid=%s)(mail=%s))').places).toBe(2);
    expect(parseSearchFilter('(uid=x)').places).toBe(0);
  });

  it('reads escapes as the bytes that they stand for', () => {
    expect(sent('(ou=M\\c3\\bcnchen)', '')).toEqual(sent('(ou=%s)', 'München'));
    expect(sent('(ou=\\2a\\28\\5C)', '')).toEqual(sent('(ou=%s)', '*(\\'));
    expect(sent('(guid=\\ff\\00\\fe)', '').subarray(-3)).toEqual(Buffer.from('ff00fe', 'hex'));
  });

  it.each([
    '*',
    'jane)(uid=*',
    '*)(objectClass=*',
    'jane)(|(uid=*',
    '\\2a',
    '%s',
    '\0',
    'jane\0)(uid=*',
    'Łukasz 🚀',
  ])('treats the value %j literally, in every operator', (value) => {
    const bytes = Buffer.from(value);
    for (const template of ['(uid=%s)', '(uid>=%s)', '(a:dn:=%s)', '(uid=%s*)']) {
      const message = sent(template, value);
      expect(message.includes(bytes)).toBe(true);
      // The structure is the same whatever the value; only lengths differ.
      expect(message.length).toBe(sent(template, 'x'.repeat(bytes.length)).length);
    }
    expect(shown('(&(a=b)(uid=%s))', value).match(/\(/g)).toHaveLength(3);
  });

  it.each([
    ['', 'attribute'],
    ['()', 'attribute'],
    ['(uid)', 'attribute'],
    ['(uid=%s', 'expected'],
    ['(&(uid=%s)', '")" is missing'],
    ['(uid=%s))', 'after the last'],
    ['(uid=%s)(a=b)', 'after the last'],
    ['(%s=jane)', 'expected'],
    ['(user name=%s)', '"user name" is not an attribute name'],
    ['(!(a=b)(c=d))', 'exactly one'],
    ['(!)', 'exactly one'],
    ['(a=b(c)', '\\28'],
    ['(a=\\zz)', '\\5c'],
    ['(a>=b*)', 'star'],
    ['(a=**)', '"**"'],
    ['(:=%s)', 'not a matching rule'],
    ['(a:b:c:d:=%s)', 'not a matching rule'],
  ])('refuses %s', (template, reason) => {
    expect(() => parseSearchFilter(template)).toThrow(SearchFilterError);
    expect(() => parseSearchFilter(template)).toThrow(reason);
  });
});
