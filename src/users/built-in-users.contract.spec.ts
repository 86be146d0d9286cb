import { isReservedName } from './built-in-users.contract.js';

describe('isReservedName', () => {
  it.each(['admin', ' system', 'ａｄｍｉｎ', 'ad\u200bmin', 'admin\u200d', 'sys\u00adtem'])(
    'is true for %j, which looks like a built-in account',
    (name) => expect(isReservedName(name)).toBe(true),
  );

  it.each(['Admin', 'ADMIN', 'System', 'administrator', 'Ada', 'systems', '👩‍💻'])(
    'is false for %j',
    (name) => expect(isReservedName(name)).toBe(false),
  );
});
