import type { VersionDetail } from './version.js';

/** The syntax of variables in a template. */
export type TemplateFormat = VersionDetail['templateFormat'];

const LABELS: Record<TemplateFormat, string> = {
  MUSTACHE: 'Mustache',
  F_STRING: 'f-string',
  NONE: 'None',
};

export const TEMPLATE_FORMATS = (Object.keys(LABELS) as TemplateFormat[]).map((value) => ({
  value,
  label: LABELS[value],
}));

export function formatLabel(format: TemplateFormat): string {
  return LABELS[format];
}

const MARKS: Record<TemplateFormat, RegExp | undefined> = {
  // Comments are marked, too, because they are not sent to the model. Escapes are skipped first.
  MUSTACHE: /(\\\\(?=\{\{)|\\\{\{|\{\{\{[^{}]{1,500}\}\}\}|\{\{[^{}]{1,500}\}\})/,
  // Doubled braces are skipped first, so that the text between them is not taken for a variable.
  F_STRING: /(\{\{|\}\}|\{[^{}]{1,500}\})/,
  NONE: undefined,
};

/** A part of a template: text, or a variable to be replaced. */
export interface TemplatePiece {
  text: string;
  isMark: boolean;
}

/** Splits a template into variables and the text around them. */
export function splitTemplate(text: string, format: TemplateFormat): TemplatePiece[] {
  const marks = MARKS[format];
  if (!marks) return text === '' ? [] : [{ text, isMark: false }];
  const pieces: TemplatePiece[] = [];
  for (const [index, piece] of text.split(marks).entries()) {
    if (piece === '') continue;
    const isMark = index % 2 === 1 && piece !== '{{' && piece !== '}}' && piece[0] !== '\\';
    const last = pieces.at(-1);
    if (last && !last.isMark && !isMark) last.text += piece;
    else pieces.push({ text: piece, isMark });
  }
  return pieces;
}
