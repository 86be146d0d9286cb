import type { JsonObject } from '../../common/json.js';
import { parseFString } from './f-string-template.js';
import { parseMustache } from './mustache-template.js';
import { Renderer } from './render-parts.js';
import { TemplateError } from './template-error.js';
import { collectNames, type TemplateFormatName, type TemplatePart } from './template-parts.js';

/** Most characters of templates that are rendered together. */
const MAX_TEMPLATES = 500_000;

/**
 * Renders templates that belong together, such as the texts of one prompt.
 * @returns the texts in the same order.
 * @throws TemplateError for what cannot be read, naming the message, and for values that are missing,
 * naming all of them.
 */
export function renderTemplates(
  templates: readonly string[],
  format: TemplateFormatName,
  variables: JsonObject,
): string[] {
  if (templates.reduce((total, { length }) => total + length, 0) > MAX_TEMPLATES) {
    throw new TemplateError(`Templates of more than ${MAX_TEMPLATES} characters are not rendered`);
  }
  const renderer = new Renderer(variables);
  const rendered = templates.map((template) => renderer.write(parseTemplate(template, format)));
  if (renderer.missing.size > 0) {
    throw new TemplateError(`Missing variables: ${[...renderer.missing].join(', ')}`);
  }
  return rendered;
}

/**
 * The names of the variables of templates, in the order in which they appear. A template that cannot
 * be read has none.
 */
export function variablesOf(templates: readonly string[], format: TemplateFormatName): string[] {
  const names = new Set<string>();
  for (const template of templates) {
    if (template.length > MAX_TEMPLATES) continue;
    try {
      collectNames(parseTemplate(template, format), names);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
    }
  }
  return [...names];
}

function parseTemplate(template: string, format: TemplateFormatName): TemplatePart[] {
  if (format === 'MUSTACHE') return parseMustache(template);
  if (format === 'F_STRING') return parseFString(template);
  return template === '' ? [] : [{ kind: 'text', text: template }];
}
