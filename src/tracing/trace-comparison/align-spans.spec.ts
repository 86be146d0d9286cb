import { type AlignedSpan, alignSpans } from './align-spans.js';

/** Spans from an outline: a line each, two spaces for each level, `name` or `name:kind`. */
function read(outline: string): AlignedSpan[] {
  const above: string[] = [];
  return outline
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const depth = line.search(/\S/) / 2;
      const [name, kind = 'CHAIN'] = line.trim().split(':');
      above[depth] = String(at);
      return {
        spanId: String(at),
        parentId: above[depth - 1] ?? null,
        name: name!,
        kind,
      };
    });
}

/** Writes pairs like an outline: `=` for both, `-` for the base only, `+` for the other only. */
function write(base: AlignedSpan[], other: AlignedSpan[]): string[] {
  return alignSpans(base, other).map((pair) => {
    const names = new Set([pair.base?.name, pair.other?.name].filter((name) => name !== undefined));
    const sign = pair.base ? (pair.other ? '=' : '-') : '+';
    return `${'  '.repeat(pair.depth)}${sign} ${[...names].join(' > ')}`;
  });
}

const compare = (base: string, other: string): string[] => write(read(base), read(other));

describe('aligning the spans of two traces', () => {
  it('pairs equal trees span by span', () => {
    const tree = 'a\n  b\n    c\n  b\n  d';
    expect(compare(tree, tree)).toEqual(['= a', '  = b', '    = c', '  = b', '  = d']);
  });

  it('finds what only one of them has, with what is below it', () => {
    expect(compare('a\n  b\n    c\n  d', 'a\n  d\n  e\n    f')).toEqual([
      '= a',
      '  - b',
      '    - c',
      '  = d',
      '  + e',
      '    + f',
    ]);
  });

  it('pairs as many siblings in order as possible', () => {
    expect(compare('a\n  x\n  y\n  x\n  z', 'a\n  y\n  x\n  x\n  z')).toEqual([
      '= a',
      '  - x',
      '  = y',
      '  = x',
      '  + x',
      '  = z',
    ]);
  });

  it('pairs the first of several equal siblings', () => {
    expect(compare('a\n  u\n  x\n  x', 'a\n  v\n  x')).toEqual([
      '= a',
      '  = u > v',
      '  = x',
      '  - x',
    ]);
    expect(compare('a\n  v\n  x', 'a\n  u\n  x\n  x')).toEqual([
      '= a',
      '  = v > u',
      '  = x',
      '  + x',
    ]);
  });

  it('does not pair spans of the same name and another kind', () => {
    expect(compare('a\n  x:LLM', 'a\n  x:TOOL')).toEqual(['= a', '  - x', '  + x']);
  });

  it('takes spans of the same kind at the same place for renamed', () => {
    expect(compare('a\n  x:LLM\n    b\n  t:TOOL', 'a\n  u:TOOL\n  y:LLM\n    b\n  t:TOOL')).toEqual(
      ['= a', '  + u', '  = x > y', '    = b', '  = t'],
    );
  });

  it('pairs two single roots whatever they are called', () => {
    expect(compare('a:AGENT\n  c', 'b:CHAIN\n  c')).toEqual(['= a > b', '  = c']);
  });

  it('takes spans whose parents are missing as roots', () => {
    const lost = read('a\n  b').slice(1);
    expect(write(lost, read('b'))).toEqual(['= b']);
  });

  it.each([
    ['a circle', [2, 0, 1]],
    ['a circle with a span below it', [1, 0, 1]],
    ['spans that are their own parents', [0, 1, 2]],
  ])('lists each span once if parents form %s', (_, parents) => {
    const spans = parents.map((parent, at) => ({
      spanId: String(at),
      parentId: String(parent),
      name: `s${at}`,
      kind: 'CHAIN',
    }));
    const pairs = alignSpans(spans, spans);
    expect(pairs).toHaveLength(spans.length);
    expect(new Set(pairs.map(({ base }) => base))).toEqual(new Set(spans));
    expect(pairs.every(({ base, other }) => base === other)).toBe(true);
  });

  it('returns nothing for traces without spans, and all spans of the other one', () => {
    expect(write([], [])).toEqual([]);
    expect(write([], read('a\n  b'))).toEqual(['+ a', '  + b']);
    expect(write(read('a\n  b'), [])).toEqual(['- a', '  - b']);
  });

  it('aligns 1,000 siblings that have nothing in common, and chains of 1,000', () => {
    const siblings = (name: string) =>
      read(['a', ...Array.from({ length: 999 }, (_, i) => `  ${name}${i}:${name}`)].join('\n'));
    expect(alignSpans(siblings('x'), siblings('y'))).toHaveLength(1 + 2 * 999);
    const chain = Array.from({ length: 1000 }, (_, i) => ({
      spanId: String(i),
      parentId: i === 0 ? null : String(i - 1),
      name: 'a',
      kind: 'CHAIN',
    }));
    const pairs = alignSpans(chain, chain);
    expect(pairs.at(-1)).toMatchObject({ depth: 999, base: { spanId: '999' } });
  });
});
