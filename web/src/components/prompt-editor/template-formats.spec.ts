import fc from 'fast-check';
import { splitTemplate, TEMPLATE_FORMATS } from './template-formats.js';

const marked = (text: string, format: 'MUSTACHE' | 'F_STRING' | 'NONE') =>
  splitTemplate(text, format)
    .map((piece) => (piece.isMark ? `<${piece.text}>` : piece.text))
    .join('');

describe('splitTemplate', () => {
  it.each([
    ['Hi {{name}}!', 'Hi <{{name}}>!'],
    ['{{{raw}}}{{#list}}{{.}}{{/list}}', '<{{{raw}}}><{{#list}}><{{.}}><{{/list}}>'],
    ['{name} {{open', '{name} {{open'],
    [String.raw`\{{name}} {{a}}`, String.raw`\{{name}} <{{a}}>`],
    [String.raw`\\{{a}}`, String.raw`\\<{{a}}>`],
  ])('finds variables in mustache: %j', (text, expected) => {
    expect(marked(text, 'MUSTACHE')).toBe(expected);
  });

  it.each([
    ['Hi {name}!', 'Hi <{name}>!'],
    ['{{"a": {b}}}', '{{"a": <{b}>}}'],
    ['{{name}}', '{{name}}'],
    ['{{{name}}}', '{{<{name}>}}'],
  ])('finds variables in f-strings: %j', (text, expected) => {
    expect(marked(text, 'F_STRING')).toBe(expected);
  });

  it('finds none without a format', () => {
    expect(marked('{{a}} {b}', 'NONE')).toBe('{{a}} {b}');
  });

  it('loses no text and is fast', () => {
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
