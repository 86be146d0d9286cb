import fc from 'fast-check';
import { FilterSyntaxError } from './filter-syntax-error.js';
import { parseCondition } from './parser.js';
import { Source } from './source.js';
import type { SyntaxNode } from './syntax-tree.js';

const parse = (text: string) => parseCondition(new Source(text));

/** Returns the FilterSyntaxError that parsing throws; null for a valid condition. */
const errorOf = (text: string): FilterSyntaxError | null => {
  try {
    parse(text);
    return null;
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error;
    throw error;
  }
};
const refusal = (text: string) => errorOf(text)?.message;

/** Returns the tree as text with parentheses, which show how operators bind. */
function shape(node: SyntaxNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.operands.map(shape).join(` ${node.kind} `)})`;
    case 'not':
      return `(not ${shape(node.operand)})`;
    case 'comparison':
      return `(${[
        shape(node.first),
        ...node.rest.map(({ comparator, operand }) => `${comparator} ${shape(operand)}`),
      ].join(' ')})`;
    case 'arithmetic':
      return `(${shape(node.left)} ${node.sign} ${shape(node.right)})`;
    case 'minus':
      return `(-${shape(node.operand)})`;
    case 'cast':
      return `${node.cast}(${shape(node.operand)})`;
    case 'list':
      return `[${node.items.map(shape).join(', ')}]`;
    case 'reference':
      return [
        node.name,
        ...node.steps.map((step) =>
          step.kind === 'attribute'
            ? `.${step.name}`
            : JSON.stringify(
                step.kind === 'key'
                  ? [step.key]
                  : step.kind === 'index'
                    ? [step.index]
                    : [step.keys],
              ),
        ),
      ].join('');
    case 'text':
      return JSON.stringify(node.text);
    case 'number':
      return node.digits;
    case 'boolean':
      return String(node.value);
    default:
      return 'none';
  }
}

describe('the parser of conditions', () => {
  it.each([
    ['a == 1 or b == 2 and c == 3', '((a == 1) or ((b == 2) and (c == 3)))'],
    ['(a == 1 or b == 2) and c == 3', '(((a == 1) or (b == 2)) and (c == 3))'],
    ['a == 1 or b == 2 or c == 3', '((a == 1) or (b == 2) or (c == 3))'],
    ['not a == 1', '(not (a == 1))'],
    ['not not a and b', '((not (not a)) and b)'],
    ['0.5 < x <= 20', '(0.5 < x <= 20)'],
    ['a + b * c - d > 1', '(((a + (b * c)) - d) > 1)'],
    ['(a + b) * c % d / e > 1', '(((((a + b) * c) % d) / e) > 1)'],
    ['-a + 1 < - -b', '(((-a) + 1) < (-(-b)))'],
    ['x > -1', '(x > -1)'],
    ['x > --1', '(x > 1)'],
    ['x not in (1, 2)', '(x not in [1, 2])'],
    ["x in ['a', 'b',]", '(x in ["a", "b"])'],
    ["x in ('a',)", '(x in ["a"])'],
    ['x in ()', '(x in [])'],
    ['x in []', '(x in [])'],
    ['x is not None', '(x is not none)'],
    ['x is True and y is False', '((x is true) and (y is false))'],
    ["'a' not in b.c", '("a" not in b.c)'],
    ["a['b'][0][-1].c == 1", '(a["b"][0][-1].c == 1)'],
    ["a[['b', 0, 'c']] == 1", '(a[["b",0,"c"]] == 1)'],
    ['float(a.b) > 1 and int(c) > 2 and str(d) == "e"', null],
    ['float > 1', '(float > 1)'],
    ['x > 1_500', '(x > 1500)'],
    ['x > .5e-3 or x < 1. or x == 1E5', '((x > .5e-3) or (x < 1.) or (x == 1E5))'],
    ['x > 0_0.5', '(x > 00.5)'],
    ['x == 1e-400', '(x == 0)'],
    ['\n a\t==\r\n1 ', '(a == 1)'],
    ['x<-1', '(x < -1)'],
  ])('reads %j', (text, expected) => {
    const read = shape(parse(text));
    expect(read).toBe(expected ?? '((float(a.b) > 1) and (int(c) > 2) and (str(d) == "e"))');
  });

  it.each([
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"\"\\\n\t\x41é\U0001F600\101\0z"`, null],
    [String.raw`'\q \d'`, String.raw`\q \d`],
    [String.raw`r'\n\d'`, String.raw`\n\d`],
    [String.raw`u'é'`, 'é'],
    [`'ｎame 𝒳 漢字'`, 'ｎame 𝒳 漢字'],
    [`"it's"`, "it's"],
    [`''`, ''],
  ])('reads the string %s as Python does', (text, expected) => {
    // NUL is tested separately, because PostgreSQL cannot store it.
    const written = expected === null ? text.replace(String.raw`\0z`, '') : text;
    const node = parse(`x == ${written}`);
    expect(node.kind === 'comparison' && node.rest[0]!.operand).toMatchObject({
      kind: 'text',
      text: expected ?? '"\\\n\tAé😀A',
    });
  });

  it.each([
    ['x = 1', 'compare with `==` (at character 3).'],
    ['x === 1', 'write `==`'],
    ['x <> 1', 'write `!=`'],
    ['a && b', 'write `and`'],
    ['a || b', 'write `or`'],
    ['!a', 'write `not` (at character 1).'],
    ['x ** 2 > 1', 'powers are not supported'],
    ['x // 2 > 1', 'write `/`'],
    ['x << 2 > 1', 'shifts'],
    ['x & 2', 'write `and`'],
    ['~x > 1', 'Unexpected character `~` (U+007E)'],
    ['x > 1 # slow', 'comments'],
    ['(y := 1) > 0', 'there are no assignments'],
    ['lambda: 1', '`lambda` is not supported'],
    ['1 if a else 2', '`else` is not supported'],
    ['any(a for a in b)', '`any` cannot be called'],
    ['any(a)', '`any` cannot be called'],
    ['len(name) > 3', '`len` cannot be called: a condition only compares values'],
    ["name.startswith('a')", '`name.startswith` cannot be called'],
    ["name['a']('b')", "`name['a']` cannot be called"],
    ["f'{x}' == 'a'", 'The string prefix `f`'],
    ["b'a' == x", 'The string prefix `b`'],
    ["x == 'a' 'b'", "Unexpected `'b'`; an operator"],
    ["x == 'a", "The string has no end: a ' is missing (at character 6)."],
    ['x == "a\n"', 'The string has no end'],
    ['x == 1j', 'Not a number: `1j`'],
    ['x == 12abc', 'Not a number'],
    ['x == 1_', 'Not a number'],
    ['x == 1.2.3', 'Not a number'],
    ['x == 007', 'Not a number'],
    ['x == 0x1f', 'Not a number'],
    ['x == 1e400', 'The number `1e400` is too large (at character 6).'],
    ['nаme == 1', 'Unexpected character `а` (U+0430); outside strings, only ASCII letters'],
    ['ｎame == 1', 'U+FF4E'],
    ['x\u00a0== 1', 'Unexpected character U+00A0'],
    ['x == 1\0', 'Unexpected character U+0000'],
    ["x == 'a\0'", 'cannot contain NUL'],
    [String.raw`x == '\0'`, 'cannot contain NUL'],
    [String.raw`x == '\ud800'`, 'half of a surrogate pair'],
    [String.raw`x == '\xg1'`, 'Unknown escape sequence'],
    [String.raw`x == '\U00110000'`, 'Unknown escape sequence'],
    [String.raw`x == '\u12'`, 'Unknown escape sequence'],
    [String.raw`x == '\N{BULLET}'`, 'not supported'],
    ['', 'The condition ends unexpectedly; a name or a value is missing here (at character 1).'],
    ['x ==', 'The condition ends unexpectedly'],
    ['and x', 'Unexpected `and`'],
    ['x == not y', '`not` needs parentheses around it here'],
    ['x not 1', 'Unexpected `not`'],
    ['(x == 1', '`)` is missing: this bracket is never closed (at character 1).'],
    ['x == 1)', 'Unexpected `)`'],
    ['x in [1 2]', 'Unexpected `2`; `]` is missing'],
    ['x in [y]', 'A list can contain only values'],
    ['x in [[1]]', 'A list can contain only values'],
    ['x[y] == 1', 'Unexpected `y`; [ ] can contain only a string'],
    ['x[1.5] == 1', '[ ] can contain only'],
    ['x[1:2] == 1', 'Unexpected'],
    ['x[] == 1', 'Unexpected `]`'],
    ['x[[]] == 1', 'A path must have 1 to'],
    ['x[99999999999] == 1', 'too large'],
    ['x. == 1', 'a name must follow the dot'],
    ['x.5 == 1', 'Unexpected `.5`'],
    ['x.and == 1', 'a name must follow the dot'],
    ['*x == 1', 'Unexpected `*`'],
    ['+x == 1', 'Unexpected `+`'],
    ['float() > 1', '`float` takes one value'],
    ['float(a, b) > 1', '`float` takes only one value'],
    [`${'('.repeat(101)}x`, 'nested too deeply'],
    [`${'not '.repeat(200)}x`, 'nested too deeply'],
    [`${'-'.repeat(200)}x`, 'nested too deeply'],
    ['('.repeat(40_000), 'nested too deeply'],
    [`x${'+1'.repeat(101)} > 0`, 'at most 100 arithmetic operators'],
    [`x${' < 1'.repeat(101)}`, 'at most 100 comparisons'],
    [`x${'[0]'.repeat(51)} > 0`, 'A path can have at most 50 steps'],
    [`x == '${'a'.repeat(50_000)}'`, 'A condition can have at most 50000 characters'],
  ])('refuses %j', (text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('accepts realistic nesting, and long lists of alternatives', () => {
    expect(() => parse(`${'('.repeat(50)}x == 1${')'.repeat(50)}`)).not.toThrow();
    expect(() => parse(Array.from({ length: 100 }, () => 'x == 1').join(' or '))).not.toThrow();
    expect(() => parse(`x in [${'1,'.repeat(10_000)}]`)).not.toThrow();
  });

  it('responds with one short line and the position, even to hostile texts', () => {
    const long = refusal(`${'x'.repeat(5000)}(`);
    expect(long?.length).toBeLessThan(200);
    expect(refusal(`x == 'a' '${'b\\n'.repeat(500)}\u2028\u202e'`)).toMatch(
      /^Unexpected `[^\p{C}\p{Zl}]{1,80}`; .*\(at character 10\)\.$/u,
    );
    expect(refusal("'😀😀' == = 1")).toContain('(at character 9).');
  });

  const pieces = fc.oneof(
    fc.constantFrom(
      ...`a b.c x['k'] [ ] ( ) , . == != < <= > >= = in not is and or None True False + - * / % ** 1 0.5
        'text' "t" float( str( evals annotations .score 'a 1e999 \\ \0 \n é ｎ # ; lambda`.split(
        / +/,
      ),
    ),
    fc.string({ unit: 'binary' }),
  );

  it('throws only FilterSyntaxError, whatever is typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const { message, position } = errorOf(text) ?? { message: '', position: 1 };
        expect(Array.from(message).length).toBeLessThanOrEqual(300);
        expect(message).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(position).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
