import { completeName, listCompletions } from './variable-completion.js';

/** A text with `|` at the caret. */
const at = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const mark = ({ text, caret }: { text: string; caret: number }) =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;
const NAMES = ['product', 'price', 'tone'];

describe('the completion of variables', () => {
  it.each([
    ['MUSTACHE', 'Hi {{|', NAMES],
    ['MUSTACHE', 'Hi {{ pr| there', ['product', 'price']],
    ['MUSTACHE', '{{#to|', ['tone']],
    ['MUSTACHE', '{{{to|', ['tone']],
    ['MUSTACHE', '{{tone|}}', []],
    ['MUSTACHE', '{{tone}} p|', []],
    ['MUSTACHE', '{p|', []],
    ['MUSTACHE', String.raw`\{{p|`, []],
    ['MUSTACHE', String.raw`\\{{p|`, ['product', 'price']],
    ['F_STRING', '{p|', ['product', 'price']],
    ['F_STRING', '{{p|', []],
    ['F_STRING', '{{{p|', ['product', 'price']],
    ['NONE', '{{p|', []],
  ] as const)('offers with %s in “%s” %j', (format, text, expected) => {
    expect(listCompletions(at(text), format, NAMES)).toEqual(expected);
  });

  it.each([
    ['MUSTACHE', 'Hi {{pr| there', 'Hi {{product}}| there'],
    ['MUSTACHE', 'Hi {{pr|}} there', 'Hi {{product}}| there'],
    ['MUSTACHE', 'Hi {{ pr| }}.', 'Hi {{ product }}|.'],
    ['F_STRING', '{|', '{product}|'],
  ] as const)('turns with %s “%s” into “%s”', (format, text, expected) => {
    expect(mark(completeName(at(text), format, 'product'))).toBe(expected);
  });
});
