import * as fc from 'fast-check';
import { cleanLine, cleanLines, cutLine, padLine, widthOf } from './clean-text.js';

describe('cleanLine', () => {
  it.each([
    ['a\u001b[2Jb', 'a\ufffd[2Jb'],
    ['\u009b31mred\u0007', '\ufffd31mred\ufffd'],
    ['left\u202eright', 'left\ufffdright'],
    [' a\r\n\tb\u2028c ', 'a b c'],
    ['hid\u200bden\u{e0041}', 'hid\ufffdden\ufffd'],
    ['\ud800', '\ufffd'],
    ['👩‍👩‍👧 naïve 日本', '👩‍👩‍👧 naïve 日本'],
  ])('writes %j as %j', (text, line) => expect(cleanLine(text)).toBe(line));
});

describe('cleanLines', () => {
  it('keeps line breaks, and expands tabs', () => {
    expect(cleanLines('a\r\n\tb\u001b\nc')).toBe('a\n  b\ufffd\nc');
  });
});

describe('cutLine', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
    ['abc', 0, ''],
    ['abc', Infinity, 'abc'],
  ])('cuts %s to %d columns: %s', (line, width, cut) => expect(cutLine(line, width)).toBe(cut));

  it('never exceeds the width, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const line = cutLine(cleanLine(text), width);
        expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(widthOf(padLine(line, width, 'right'))).toBe(width);
      }),
    );
  });

  it('is fast for a huge text', () => {
    expect(cutLine('漢'.repeat(1_000_000), 20)).toBe(`${'漢'.repeat(9)}…`);
  });
});
