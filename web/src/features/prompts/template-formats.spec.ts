import fc from 'fast-check';
import { splitTemplate, TEMPLATE_FORMATS } from './template-formats.js';

const marked = (text: string, format: 'MUSTACHE' | 'F_STRING' | 'NONE') =>
  splitTemplate(text, format)
    .map((piece) => (piece.isMark ? `<${piece.text}>` : piece.text))
    .join('');

describe('the marks of a template', () => {
  it.each([
    ['Hi {{name}}!', 'Hi <{{name}}>!'],
    ['{{{raw}}}{{#list}}{{.}}{{/list}}', '<{{{raw}}}><{{#list}}><{{.}}><{{/list}}>'],
    ['{name} {{open', '{name} {{open'],
  ])('are found in mustache: %j', (text, expected) => {
    expect(marked(text, 'MUSTACHE')).toBe(expected);
  });

  it.each([
    ['Hi {name}!', 'Hi <{name}>!'],
    ['{{"a": {b}}}', '{{"a": <{b}>}}'],
    ['{{name}}', '{{name}}'],
    ['{{{name}}}', '{{<{name}>}}'],
  ])('are found in f-strings: %j', (text, expected) => {
    expect(marked(text, 'F_STRING')).toBe(expected);
  });

  it('are none without a format', () => {
    expect(marked('{{a}} {b}', 'NONE')).toBe('{{a}} {b}');
  });

  it('never lose a letter, and are found in no time', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ', '#', '\n') });
    fc.assert(
      fc.property(text, fc.constantFrom(...TEMPLATE_FORMATS), (template, { value }) => {
        expect(
          splitTemplate(template, value)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(template);
      }),
    );
    const startedAt = performance.now();
    splitTemplate('{'.repeat(300_000), 'MUSTACHE');
    splitTemplate('{{a '.repeat(100_000), 'F_STRING');
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});
