import { TemplateError, type TemplatePart } from './template-parts.js';

const BRACE = /[{}]/g;

/**
 * Characters that start an attribute, index, conversion or format in Python, or that names cannot
 * contain.
 */
const BEYOND_NAME = /[.[\]!:"'\\]/;

/**
 * Parses a template in which `{name}` stands for a value, and `{{` and `}}` for literal braces.
 * @throws TemplateError for single braces, and for braces that contain more than a name, such as
 * the attributes and formats that Python supports.
 */
export function parseFString(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  let at = 0;
  for (;;) {
    const brace = nextBrace(template, at);
    text += template.slice(at, brace);
    if (brace === template.length) break;
    const character = template[brace]!;
    if (template[brace + 1] === character) {
      text += character;
      at = brace + 2;
      continue;
    }
    if (character === '}') throw singleBrace('}', brace);
    const end = nextBrace(template, brace + 1);
    if (template[end] !== '}') throw singleBrace('{', brace);
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
    parts.push({ kind: 'value', name: readName(template.slice(brace + 1, end), brace) });
    at = end + 1;
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return parts;
}

function nextBrace(template: string, from: number): number {
  BRACE.lastIndex = from;
  return BRACE.exec(template)?.index ?? template.length;
}

function readName(source: string, at: number): string {
  const name = source.trim();
  const place = `at character ${at + 1}`;
  if (name === '') throw new TemplateError(`The variable ${place} has no name.`);
  if (/^\d+$/.test(name)) {
    throw new TemplateError(`{${name}} ${place}: use a variable name, not a number.`);
  }
  if (BEYOND_NAME.test(name)) {
    throw new TemplateError(
      `{${shorten(name)}} ${place}: braces can contain only a name, without attributes, ` +
        'indices, conversions or formats. Write {{ and }} for literal braces.',
    );
  }
  if (name.startsWith('__') && name.endsWith('__')) {
    throw new TemplateError(`{${shorten(name)}} ${place}: Python reserves such names.`);
  }
  return name;
}

function singleBrace(brace: '{' | '}', at: number): TemplateError {
  return new TemplateError(
    `Single ${brace} at character ${at + 1}. Write ${brace}${brace} for a literal brace.`,
  );
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
