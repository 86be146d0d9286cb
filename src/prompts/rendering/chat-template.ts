import type { JsonObject } from '../../common/json/json.js';
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
    throw tooLong();
  }
  const renderer = new Renderer(variables);
  const rendered = templates.map((template) => renderer.write(parseTemplate(template, format)));
  if (renderer.missing.size > 0) {
    throw new TemplateError(`Missing variables: ${[...renderer.missing].join(', ')}`);
  }
  return rendered;
}

/** What is found in templates that are only read. */
export interface TemplateReading {
  /** The names of the variables, in the order in which they appear. */
  names: string[];
  /** Which templates cannot be rendered, and why. Their variables are not among the names. */
  problems: { index: number; message: string }[];
}

/** Reads templates that belong together, without rendering them. */
export function readTemplates(
  templates: readonly string[],
  format: TemplateFormatName,
): TemplateReading {
  const names = new Set<string>();
  const problems: TemplateReading['problems'] = [];
  for (const [index, template] of templates.entries()) {
    try {
      if (template.length > MAX_TEMPLATES) throw tooLong();
      collectNames(parseTemplate(template, format), names);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push({ index, message: error.message });
    }
  }
  return { names: [...names], problems };
}

function tooLong(): TemplateError {
  return new TemplateError(`Templates of more than ${MAX_TEMPLATES} characters are not rendered`);
}

function parseTemplate(template: string, format: TemplateFormatName): TemplatePart[] {
  if (format === 'MUSTACHE') return parseMustache(template);
  if (format === 'F_STRING') return parseFString(template);
  return template === '' ? [] : [{ kind: 'text', text: template }];
}
