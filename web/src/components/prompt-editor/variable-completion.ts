import type { TemplateFormat } from './template-formats.js';

/** A text with the position of the caret in it. */
export interface TextAtCaret {
  text: string;
  caret: number;
}

const OPENED: Record<TemplateFormat, RegExp | undefined> = {
  // After one backslash, braces are text.
  MUSTACHE: /(?<!(?<!\\)\\|\{)\{\{\{?\s*[#^/&]?\s*([^\s{}]*)$/,
  // Doubled braces are no variables.
  F_STRING: /(?<!\{)(?:\{\{)*\{([^\s{}]*)$/,
  NONE: undefined,
};

const CLOSING: Record<TemplateFormat, string> = { MUSTACHE: '}}', F_STRING: '}', NONE: '' };

/** Returns what is typed of a variable’s name before the caret; undefined outside of variables. */
export function findTypedName(
  { text, caret }: TextAtCaret,
  format: TemplateFormat,
): string | undefined {
  return OPENED[format]?.exec(text.slice(0, caret))?.[1];
}

/** Returns the names that begin like the one at the caret. */
export function listCompletions(
  at: TextAtCaret,
  format: TemplateFormat,
  names: readonly string[],
): string[] {
  const typed = findTypedName(at, format);
  if (typed === undefined) return [];
  return names.filter((name) => name.startsWith(typed) && name !== typed);
}

/** Completes the name at the caret and closes the variable. */
export function completeName(at: TextAtCaret, format: TemplateFormat, name: string): TextAtCaret {
  const typed = findTypedName(at, format) ?? '';
  const before = at.text.slice(0, at.caret - typed.length) + name;
  const after = at.text.slice(at.caret);
  const closing = CLOSING[format];
  const isClosed = after.trimStart().startsWith(closing);
  return {
    text: before + (isClosed ? '' : closing) + after,
    caret: before.length + (isClosed ? after.indexOf(closing) : 0) + closing.length,
  };
}
