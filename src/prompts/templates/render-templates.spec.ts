import fc from 'fast-check';
import mustache from 'mustache';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { readTemplates, renderTemplates } from './render-templates.js';
import { TemplateError, type TemplateFormatName } from './template-parts.js';

const render = (template: string, format: TemplateFormatName, variables: object = {}) =>
  renderTemplates([template], format, variables as JsonObject)[0];
const inMustache = (template: string, variables?: object) =>
  render(template, 'MUSTACHE', variables);
const inFString = (template: string, variables?: object) => render(template, 'F_STRING', variables);

/** Returns the rendered text, or the error message. */
function attempt(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return error.message.startsWith('Missing variables') ? 'missing' : 'refused';
  }
}

describe('a template without a format', () => {
  it('stays unchanged and has no variables', () => {
    expect(render('{{a}} {b} {{', 'NONE')).toBe('{{a}} {b} {{');
    expect(readTemplates(['{{a}} {b}'], 'NONE')).toEqual({ names: [], problems: [] });
  });
});

describe('a Mustache template', () => {
  it('inserts values, with or without blanks and triple braces, and escapes nothing', () => {
    const html = `<b>"x" & 'y'/\`=</b>`;
    expect(inMustache('{{a}}|{{ a }}|{{{a}}}|{{&a}}', { a: html })).toBe(
      [html, html, html, html].join('|'),
    );
  });

  it('keeps braces after a backslash as text', () => {
    const template = String.raw`\{{a}} \{{ {{a}} \{{#b}} \{{{c}}}`;
    expect(inMustache(template, { a: 'x' })).toBe('{{a}} {{ x {{#b}} {{{c}}}');
    expect(readTemplates([template], 'MUSTACHE')).toEqual({ names: ['a'], problems: [] });
    expect(inMustache(String.raw`C:\\{{a}} \n`, { a: 'x' })).toBe(String.raw`C:\x \n`);
  });

  it('inserts values other than text as JSON, with numbers as sent, and nothing for null', () => {
    const big = JSON.rawJSON('9007199254740993');
    const float = JSON.rawJSON('1.0');
    const values = { o: { a: [1, 'x'] }, big, float, no: null, yes: true, list: [big, float] };
    expect(inMustache('{{o}} {{big}} {{float}} [{{no}}] {{yes}} {{list}}', values)).toBe(
      '{"a":[1,"x"]} 9007199254740993 1.0 [] true [9007199254740993,1.0]',
    );
  });

  it('finds members by path, unless a variable has the whole name', () => {
    expect(inMustache('{{a.b}}', { a: { b: 1 } })).toBe('1');
    expect(inMustache('{{a.b}}', { a: { b: 1 }, 'a.b': 2 })).toBe('2');
    expect(inMustache('{{a.0.b}}', { a: [{ b: 'first' }] })).toBe('first');
  });

  it('repeats sections for lists, renders them once for other values, and skips them for falsy ones', () => {
    expect(inMustache('{{#l}}<{{.}}>{{/l}}', { l: ['a', 'b'] })).toBe('<a><b>');
    expect(inMustache('{{#l}}{{n}}{{m}} {{/l}}', { l: [{ n: 1 }, { n: 2 }], m: '!' })).toBe(
      '1! 2! ',
    );
    expect(inMustache('{{#o}}{{n}}{{/o}}', { o: { n: 1 } })).toBe('1');
    const zero = JSON.rawJSON('0.0');
    for (const no of [false, null, 0, '', [], zero]) {
      expect(inMustache('{{#no}}yes{{/no}}{{^no}}no{{/no}}', { no })).toBe('no');
    }
    expect(inMustache('{{#no}}yes{{/no}}{{^no}}no{{/no}}')).toBe('no');
    expect(inMustache('{{^yes}}no{{/yes}}', { yes: 'y' })).toBe('');
  });

  it('removes comments, and lines that contain only a section tag', () => {
    expect(inMustache('a{{! b }}c\n{{#x}}\nd\n{{/x}}\n', { x: true })).toBe('ac\nd\n');
  });

  it('names every missing variable once, but not those in a section that is not rendered', () => {
    expect(() => inMustache('{{b}}{{a}}{{b}}{{c.d}}{{#x}}{{y}}{{/x}}', { c: {} })).toThrow(
      'Missing variables: b, a, c.d',
    );
  });

  it('never reads prototypes, lengths or functions', () => {
    const names = [
      '__proto__',
      'constructor',
      'constructor.constructor',
      'a.__proto__',
      'a.constructor.name',
      'a.length',
      's.length',
      's.toUpperCase',
      'hasOwnProperty',
      'toString',
      'l.length',
      'l.push',
      'n.rawJSON',
    ];
    const values = { a: {}, s: 'text', l: [1], n: JSON.rawJSON('1.0') };
    for (const name of names) {
      expect(() => inMustache(`{{${name}}}`, values)).toThrow(`Missing variables: ${name}`);
      expect(inMustache(`{{#${name}}}x{{/${name}}}`, values)).toBe('');
    }
  });

  it('reads variables with the names of prototype properties', () => {
    const values = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as object;
    expect(inMustache('{{__proto__.a}}{{constructor}}', values)).toBe('12');
  });

  it('calls no functions', () => {
    const calls: unknown[] = [];
    const f = (...given: unknown[]) => calls.push(given);
    expect(inMustache('{{#f}}x{{/f}}', { f })).toBe('x');
    expect(calls).toEqual([]);
  });

  it.each([
    ['{{a', 'The tag at character 1 has no closing }}.'],
    ['x {{{a}} y', 'The tag at character 3 has no closing }}}.'],
    ['{{}}', 'The tag at character 1 has no name.'],
    ['{{#a}}', 'Unclosed section "a" at 6.'],
    ['{{/a}}', 'Unopened section "a" at 0.'],
    ['{{#a}}{{/b}}', 'Unclosed section "a" at 6.'],
    ['{{> other}}', 'Partials are not supported (at character 1).'],
    ['{{=<% %>=}}<% a %>', 'The delimiters cannot be changed (at character 1).'],
    [`{{${' '.repeat(2000)}}}`, 'The tag at character 1 has more than 1000 characters.'],
    ['{{#a}}'.repeat(60) + '{{/a}}'.repeat(60), 'Sections can be nested at most 50 levels deep.'],
  ])('explains what is wrong with %j', (template, message) => {
    expect(() => inMustache(template)).toThrow(message);
  });

  it('stays within limits when sections multiply', () => {
    const list = Array.from({ length: 1000 }, () => 1);
    const open = '{{#l}}'.repeat(4);
    const close = '{{/l}}'.repeat(4);
    expect(() => inMustache(`${open}x${close}`, { l: list })).toThrow('takes too long to render.');
    const big = 'x'.repeat(1_000_000);
    expect(() => inMustache('{{a}}'.repeat(20), { a: big })).toThrow(
      'has more than 10000000 characters.',
    );
    expect(() => inMustache('x'.repeat(500_001))).toThrow('500000 characters');
  });

  it('is parsed quickly, wherever its blanks and braces are', () => {
    const started = performance.now();
    const size = 499_990;
    for (const piece of [
      ' ',
      '{',
      '{{',
      '{{{',
      '}}',
      '{{a ',
      '\n',
      '{{ #',
      '{{!',
      '{{a}}',
      '{{{a}}}',
    ]) {
      const template = piece.repeat(Math.floor(size / piece.length));
      readTemplates([template, `{{${template}`, `{{a${template}}}`], 'MUSTACHE');
    }
    const padded = `{{${' '.repeat(900)}a}}`;
    readTemplates([padded.repeat(Math.floor(size / padded.length))], 'MUSTACHE');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('is rendered as the library renders it', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.b.c', '.');
    const leaf = fc.oneof(fc.string(), fc.integer().map(String), fc.constant(''));
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.boolean(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
      ),
    }));
    const text = fc
      .stringMatching(/^[ \n\tx<&{}]*$/)
      .filter((piece) => !/\{\{|\{$|^\}/.test(piece));
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        text,
        name.map((n) => `{{ ${n} }}`),
        fc
          .tuple(name, fc.array(tie('node'), { maxLength: 4 }))
          .map(([n, inner]) => `{{#${n}}}${inner.join('')}{{/${n}}}`),
        fc
          .tuple(name, fc.array(tie('node'), { maxLength: 4 }))
          .map(([n, inner]) => `{{^${n}}}${inner.join('')}{{/${n}}}`),
      ),
    }));
    const plain = (shown: JsonValue) =>
      shown === null ? '' : typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
    fc.assert(
      fc.property(
        fc.array(node, { maxLength: 6 }).map((nodes) => nodes.join('')),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 }),
        (template, values) => {
          const theirs = mustache.render(template, values, {}, { escape: plain });
          expect([theirs, 'missing']).toContain(attempt(() => inMustache(template, values)));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('an f-string template', () => {
  it('inserts values and unescapes doubled braces', () => {
    expect(inFString('{a} { a } {{a}} {{{a}}} {{}}', { a: 1 })).toBe('1 1 {a} {1} {}');
    expect(inFString('{{{{a}}}}', { a: 1 })).toBe('{{a}}');
  });

  it('accepts names in every script', () => {
    expect(
      inFString('{名前} {my-name} {my name} {_a1}', {
        名前: 1,
        'my-name': 2,
        'my name': 3,
        _a1: 4,
      }),
    ).toBe('1 2 3 4');
  });

  it('names missing variables, even if a prototype has them', () => {
    expect(() => inFString('{b} {a} {b} {constructor} {toString}')).toThrow(
      'Missing variables: b, a, constructor, toString',
    );
  });

  it.each([
    ['{a.b}', 'braces can contain only a name'],
    ['{a.__class__.__mro__}', 'braces can contain only a name'],
    ['{a[0]}', 'braces can contain only a name'],
    ['{a[key]}', 'braces can contain only a name'],
    ['{a!r}', 'braces can contain only a name'],
    ['{a:>10}', 'braces can contain only a name'],
    ['{a:{b}}', 'Single { at character 1'],
    ['{"key": 1}', 'Write {{ and }} for literal braces.'],
    ['{__class__}', 'Python reserves such names.'],
    ['{ __init__ }', 'Python reserves such names.'],
    ['{}', 'The variable at character 1 has no name.'],
    ['{ }', 'The variable at character 1 has no name.'],
    ['{0}', 'use a variable name, not a number.'],
    ['a } b', 'Single } at character 3'],
    ['a { b', 'Single { at character 3'],
    ['{a}}', 'Single } at character 4'],
    ['{a{b}', 'Single { at character 1'],
  ])('explains what is wrong with %j', (template, message) => {
    expect(() => inFString(template, { a: { b: 1 } })).toThrow(message);
  });

  it('returns any text whose braces are doubled', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', '\n', '😀') }), (text) => {
        expect(inFString(text.replace(/[{}]/g, '$&$&'))).toBe(text);
      }),
    );
  });

  it('renders only texts and values', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', 'a', 'b', '.', '[', '_', ' ', '!', ':') }),
        (template) => {
          const written = attempt(() => inFString(template, { a: 'A', b: { a: 1 } }));
          expect(written).not.toContain('[object');
        },
      ),
    );
  });
});

describe('the variables of templates', () => {
  it('are listed in order of appearance, including variables in sections', () => {
    const texts = [
      '{{b}} {{#list}}{{.}}{{name}}{{/list}}',
      '{{a.c}} {{b}} {{^none}}{{x}}{{/none}}',
    ];
    const names = ['b', 'list', 'name', 'a.c', 'none', 'x'];
    expect(readTemplates(texts, 'MUSTACHE')).toEqual({ names, problems: [] });
    expect(readTemplates(['{b} {a} {b}', '{{c}}'], 'F_STRING').names).toEqual(['b', 'a']);
  });

  it('do not include those of templates that cannot be parsed, which are reported', () => {
    expect(readTemplates(['{{a', '{{b}}', '{{> c}}'], 'MUSTACHE')).toEqual({
      names: ['b'],
      problems: [
        { index: 0, message: 'The tag at character 1 has no closing }}.' },
        { index: 2, message: 'Partials are not supported (at character 1).' },
      ],
    });
    expect(readTemplates(['{a', '{b}', 'x'.repeat(500_001)], 'F_STRING')).toMatchObject({
      names: ['b'],
      problems: [{ index: 0 }, { index: 2, message: expect.stringContaining('500000') }],
    });
  });
});
