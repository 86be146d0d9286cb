/** How a template marks its variables. */
export type TemplateFormatName = 'MUSTACHE' | 'F_STRING' | 'NONE';

/** A piece of a template that was read: what every format comes down to. */
export type TemplatePart =
  { kind: 'text'; text: string } | { kind: 'value'; name: string } | SectionPart;

/** Written once for each element of a list, once for other values, and not for what counts as false. */
export interface SectionPart {
  kind: 'section';
  name: string;
  /** Written once, and only for what counts as false. */
  isInverted: boolean;
  parts: TemplatePart[];
}

/** The value that a section is at, which no variable is called. */
export const CURRENT = '.';

/** Adds the names in the order in which they appear, each once. */
export function collectNames(parts: readonly TemplatePart[], names: Set<string>): void {
  for (const part of parts) {
    if (part.kind === 'text') continue;
    if (part.name !== CURRENT) names.add(part.name);
    if (part.kind === 'section') collectNames(part.parts, names);
  }
}
