import { readAddress } from './address.js';

describe('readAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', null],
    ['', null],
    ['<script>', null],
    ['203.0.113.7, 10.0.0.1', null],
    [undefined, null],
  ])('reads %j as %j', (text, address) => expect(readAddress(text)).toBe(address));
});
