import { keepLatex } from './keep-latex.js';

/** The text that Markdown shows without any of its marks: escapes lose their backslash. */
const shown = (text: string) => keepLatex(text).replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');

describe('keepLatex', () => {
  it.each([
    String.raw`\(x^2\) and \[ \sum_{i=1}^n a_i \]`,
    String.raw`$a_1 * b_1$ and $a_2 * b_2$`,
    String.raw`$$\begin{pmatrix} a & b \\ c & d \end{pmatrix}$$`,
    '\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}',
    '\\[\n- x\n= y\n\\]',
    String.raw`50\% of \{a, b\}, \, and R\&D`,
    String.raw`\alpha is a command`,
  ])('keeps %j', (math) => expect(shown(math)).toBe(math));

  it.each([
    'It costs $5, or $10 with *tax*.',
    '$5*2 and $3*4 are no math, and neither is $ 5',
    String.raw`\*no emphasis\* and 1\. no list`,
    '`\\(x\\)` and ``a ` \\[b\\]``',
    '```latex\n\\(x\\)\n\\\\\n```',
    '~~~\n\\[x\\]',
    'no math at all',
  ])('leaves %j to Markdown', (text) => expect(keepLatex(text)).toBe(text));

  it('keeps the marks of quotations', () => {
    expect(keepLatex('> \\[\n> x\n> \\]')).toBe('> \\\\\\[\n> x\n> \\\\\\]');
  });

  it.each([
    ['fences in a long line', `$\n\`\`\`\n${'>'.repeat(100_000)}x${'``` '.repeat(24_000)}`],
    ['the marks of a quotation', `$\n\`\`\`\n${'> '.repeat(98_000)}x`],
    ['lines without an end of the code', `$\n\`\`\`\n${'>\n'.repeat(98_000)}`],
    [
      'backticks of all lengths',
      `$${Array.from({ length: 620 }, (_, at) => `${'`'.repeat(at)} `).join('')}`,
    ],
    [
      'falling backticks',
      `$${Array.from({ length: 620 }, (_, at) => `${'`'.repeat(620 - at)} `).join('')}`,
    ],
    ['one run of backticks', `$${'`'.repeat(199_000)}`],
    ['lone dollars', `$${'a'.repeat(499)} `.repeat(399)],
    ['prices', '$a$1'.repeat(49_000)],
    ['environments', Array.from({ length: 12_000 }, (_, at) => `\\begin{${at}}`).join('')],
    ...['$', '$$ ', '$ ', '\\[', '\\(', '\\', '\\begin{a}', '`', '` ', '```\n', '> '].map(
      (unit) => [unit, `$${unit.repeat(199_000 / unit.length)}`],
    ),
  ])('takes linear time with %j', (_case, text) => {
    const started = performance.now();
    keepLatex(text);
    // Without a warm-up on a busy machine. It takes less than a tenth of that.
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('ends code only at a line that begins with its mark', () => {
    const code = '> ```\n> \\(x\\) ``` \\(y\\)\n> ```';
    expect(keepLatex(`${code} \\(z^2\\)`)).toBe(`${code} \\\\\\(z\\^2\\\\\\)`);
  });
});
