import type { JsonObject } from '../../kernel/json/json.js';
import { parseFString } from './f-string-template.js';
import { parseMustache } from './mustache-template.js';
import { Renderer } from './render-parts.js';
import {
  collectNames,
  TemplateError,
  type TemplateFormatName,
  type TemplatePart,
} from './template-parts.js';

/** Maximum characters in the templates of one call. */
const MAX_CHARACTERS = 500_000;

/**
 * Renders templates that belong together, such as the texts of one prompt.
 * @returns the texts in the same order.
 * @throws TemplateError for a template that cannot be parsed, or with the names of all missing
 * variables.
 */
export function renderTemplates(
  templates: readonly string[],
  format: TemplateFormatName,
  variables: JsonObject,
): string[] {
  if (templates.reduce((total, { length }) => total + length, 0) > MAX_CHARACTERS) {
    throw tooLong();
  }
  const renderer = new Renderer(variables);
  const rendered = templates.map((template) => renderer.render(parseTemplate(template, format)));
  if (renderer.missing.size > 0) {
    // No period, because it would look like part of the last name.
    throw new TemplateError(`Missing variables: ${[...renderer.missing].join(', ')}`);
  }
  return rendered;
}

/** The result of parsing without rendering. */
export interface TemplateReading {
  /** The names of the variables, in order of appearance. */
  names: string[];
  /** The templates that cannot be rendered, and why. `names` does not include their variables. */
  problems: { index: number; message: string }[];
}

/** Parses templates that belong together, without rendering them. */
export function readTemplates(
  templates: readonly string[],
  format: TemplateFormatName,
): TemplateReading {
  const names = new Set<string>();
  const problems: TemplateReading['problems'] = [];
  for (const [index, template] of templates.entries()) {
    try {
      if (template.length > MAX_CHARACTERS) throw tooLong();
      collectNames(parseTemplate(template, format), names);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push({ index, message: error.message });
    }
  }
  return { names: [...names], problems };
}

function tooLong(): TemplateError {
  return new TemplateError(
    `Templates with more than ${MAX_CHARACTERS} characters cannot be rendered.`,
  );
}

function parseTemplate(template: string, format: TemplateFormatName): TemplatePart[] {
  if (format === 'MUSTACHE') return parseMustache(template);
  if (format === 'F_STRING') return parseFString(template);
  return template === '' ? [] : [{ kind: 'text', text: template }];
}
