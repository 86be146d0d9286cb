import { UnprocessableError } from '../../kernel/errors/errors.js';

/** The ways in which templates mark variables. */
export type TemplateFormatName = 'MUSTACHE' | 'F_STRING' | 'NONE';

/** A template that cannot be parsed, or cannot be rendered with the given values. */
export class TemplateError extends UnprocessableError {}

/** A part of a parsed template in any format. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | SectionPart;

/**
 * Rendered once per element of a list, once for any other value, and not at all for a falsy one.
 */
export interface SectionPart {
  kind: 'section';
  name: string;
  /** Rendered once, but only for a falsy value. */
  isInverted: boolean;
  parts: TemplatePart[];
}

/** Stands for the current value of a section, and is never the name of a variable. */
export const CURRENT = '.';

/** Adds the names of the variables in order of appearance, without duplicates. */
export function collectNames(parts: readonly TemplatePart[], names: Set<string>): void {
  for (const part of parts) {
    if (part.kind === 'text') continue;
    if (part.name !== CURRENT) names.add(part.name);
    if (part.kind === 'section') collectNames(part.parts, names);
  }
}
