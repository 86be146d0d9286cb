/** Longer texts have no readable math. */
const MAX_CHARACTERS = 200_000;

/** How often an end may be missing, because each time the whole text is read. */
const MAX_OPEN = 50;

/** Where code, `$$…$$`, `$…$`, `\[…\]`, `\(…\)`, an environment or an escaped character begins. */
const BEGINNING =
  /(?<fence>^[ \t>]*(?:`{3,}|~{3,}))|(?<ticks>`+)|(?<dollars>\$\$?)|\\(?<bracket>[[(])|\\begin\{(?<environment>[\w*]{1,40})\}|\\[^]/gm;

/** `$…$` without blanks at its ends and without a digit after it, so that prices are not math. */
const INLINE_MATH = /\$(?=\S)[^$\n]{0,500}?[^\s\\$]\$(?!\d)/y;

/** The start of each line of a quotation. */
const LINE_MARKS = /[ \t>]*/y;

/** An escape that Markdown authors do not need, but LaTeX does: `50\%`, `\{a\}`, `\,`. */
const LATEX_ESCAPE = /\\(?=[%&{},;:/])/g;

/**
 * Returns Markdown that shows math as it was written, outside of code. Markdown would remove
 * backslashes before punctuation, as in `\(x\)` or `\\`, and read `a_1 * b_1` as emphasis.
 */
export function keepLatex(markdown: string): string {
  if (!/[\\$]/.test(markdown) || markdown.length > MAX_CHARACTERS) return markdown;
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let end = 0;
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(markdown); match; match = BEGINNING.exec(markdown)) {
    const { fence, ticks } = match.groups!;
    const close = unclosed.size < MAX_OPEN ? findEnd(markdown, match, unclosed) : undefined;
    if (close === undefined) continue;
    parts.push(keepEscapes(markdown.slice(end, match.index)));
    const found = markdown.slice(match.index, close);
    parts.push(fence === undefined && ticks === undefined ? escapeAll(found) : found);
    end = close;
    BEGINNING.lastIndex = close;
  }
  parts.push(keepEscapes(markdown.slice(end)));
  return parts.join('');
}

/** Returns where code or math ends; undefined if it is neither. */
function findEnd(text: string, match: RegExpExecArray, unclosed: Set<string>): number | undefined {
  const { fence, ticks, dollars, bracket, environment } = match.groups!;
  const from = match.index + match[0].length;
  const search = (mark: string, at: (mark: string) => number): number | undefined => {
    if (unclosed.has(mark)) return undefined;
    const found = at(mark);
    if (found >= 0) return found;
    unclosed.add(mark);
    return undefined;
  };
  if (fence !== undefined) {
    const mark = fence.trim().replaceAll(/[ \t>]/g, '');
    // Without an end, all of the rest is code.
    return search(`fence ${mark}`, () => findLine(text, mark, from)) ?? text.length;
  }
  if (ticks !== undefined) return search(`ticks ${ticks}`, () => findTicks(text, ticks, from));
  if (dollars === '$') {
    INLINE_MATH.lastIndex = match.index;
    const isInWord = /\w/.test(text[match.index - 1] ?? '');
    return !isInWord && INLINE_MATH.test(text) ? INLINE_MATH.lastIndex : undefined;
  }
  const mark =
    dollars ??
    (bracket === '[' ? '\\]' : bracket === '(' ? '\\)' : environment && `\\end{${environment}}`);
  if (mark === undefined) return undefined;
  const found = search(mark, () => text.indexOf(mark, from));
  return found === undefined ? undefined : found + mark.length;
}

/** Returns where a mark ends that a later line begins with; -1 if none does. Reads each line once. */
function findLine(text: string, mark: string, from: number): number {
  for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', end + 1)) {
    LINE_MARKS.lastIndex = end + 1;
    LINE_MARKS.test(text);
    if (text.startsWith(mark, LINE_MARKS.lastIndex)) return LINE_MARKS.lastIndex + mark.length;
  }
  return -1;
}

/** Returns where code between backticks ends; -1 if as many do not follow. */
function findTicks(text: string, ticks: string, from: number): number {
  for (let at = text.indexOf('`', from); at >= 0;) {
    let after = at + 1;
    while (text[after] === '`') after++;
    if (after - at === ticks.length) return after;
    at = text.indexOf('`', after);
  }
  return -1;
}

function escapeAll(math: string): string {
  // Without a command, an exponent or an index, there is nothing that Markdown would change.
  if (!/[\\^_*{}]/.test(math)) return math;
  // The marks of a quotation or list around it stay.
  return math.replaceAll(/(\n[ \t]*(?:>[ \t]*)*)|[!-/:-@[-`{-~]/g, (found, lineStart?: string) =>
    lineStart === undefined ? `\\${found}` : lineStart,
  );
}

function keepEscapes(text: string): string {
  return text.replaceAll(LATEX_ESCAPE, '\\\\');
}
