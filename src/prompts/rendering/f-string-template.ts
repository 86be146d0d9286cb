import { TemplateError } from './template-error.js';
import type { TemplatePart } from './template-parts.js';

const BRACE = /[{}]/g;

/** What Python would follow into a value, convert or format: none of it is a name. */
const BEYOND_NAME = /[.[\]!:"'\\]/;

/**
 * Reads a template in which `{name}` stands for a value, and `{{` and `}}` for braces.
 * @throws TemplateError for anything else that Python does between braces, and for lonely braces.
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
    if (character === '}') throw lonely('}', brace);
    const end = nextBrace(template, brace + 1);
    if (template[end] !== '}') throw lonely('{', brace);
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
  if (name === '') throw new TemplateError(`A variable ${place} has no name`);
  if (/^\d+$/.test(name)) {
    throw new TemplateError(`{${name}} ${place}: variables are named, not numbered`);
  }
  if (BEYOND_NAME.test(name)) {
    throw new TemplateError(
      `{${shortened(name)}} ${place}: only names stand between braces, without attributes, ` +
        'indices, conversions or formats; write {{ and }} for braces',
    );
  }
  if (name.startsWith('__') && name.endsWith('__')) {
    throw new TemplateError(`{${shortened(name)}} ${place}: such names are Python's own`);
  }
  return name;
}

function lonely(brace: '{' | '}', at: number): TemplateError {
  return new TemplateError(
    `A single ${brace} at character ${at + 1}; write ${brace}${brace} for a brace`,
  );
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
