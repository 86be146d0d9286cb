import mustache from 'mustache';
import { TemplateError } from './template-error.js';
import type { TemplatePart } from './template-parts.js';

/**
 * Longest tag. The library looks for the end of a tag in a time that grows with the square of the
 * blanks before it.
 */
const MAX_TAG = 1_000;

/** Deepest nesting of sections. */
const MAX_DEPTH = 50;

/** What `mustache.parse` gives: kind, name or text, place, and the tokens inside of a section. */
type Token = [kind: string, name: string, start: number, end: number, inner?: Token[]];

/** Without the cache, which would keep every template forever. */
const writer = new mustache.Writer();
Object.assign(writer, { templateCache: undefined });

/**
 * Reads a mustache template: values, sections, inverted sections and comments. The library tells its
 * parts; what it would do with them (call functions, include other templates, look into prototypes)
 * is not done.
 * @throws TemplateError for broken tags, for partials and for changes of the delimiters.
 */
export function parseMustache(template: string): TemplatePart[] {
  if (!template.includes('{{')) return template === '' ? [] : [{ kind: 'text', text: template }];
  assertReadable(template);
  return toParts(tokensOf(template), 0);
}

function tokensOf(template: string): Token[] {
  try {
    return writer.parse(template) as Token[];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new TemplateError(error.message);
  }
}

/** Bounds what the library has to read, and refuses what it should not. */
function assertReadable(template: string): void {
  let at = template.indexOf('{{');
  while (at >= 0) {
    const head = template.slice(at + 2, at + 2 + MAX_TAG).trimStart();
    const place = `at character ${at + 1}`;
    if (head.startsWith('=')) {
      throw new TemplateError(`The delimiters cannot be changed (${place})`);
    }
    if (head.startsWith('>')) throw new TemplateError(`There are no partials (${place})`);
    const closing = head.startsWith('{') ? '}}}' : '}}';
    const end = template.indexOf(closing, at + 2);
    if (end < 0) throw new TemplateError(`The tag ${place} has no ${closing}`);
    if (end - at > MAX_TAG) throw new TemplateError(`The tag ${place} is too long`);
    at = template.indexOf('{{', end + closing.length);
  }
}

function toParts(tokens: readonly Token[], depth: number): TemplatePart[] {
  if (depth > MAX_DEPTH) throw new TemplateError('The sections of the template nest too deep');
  const parts: TemplatePart[] = [];
  for (const [kind, name, start, , inner = []] of tokens) {
    if (kind === 'text') parts.push({ kind, text: name });
    if (kind === 'text' || kind === '!') continue;
    if (name === '') throw new TemplateError(`A tag at character ${start + 1} has no name`);
    if (kind === '#' || kind === '^') {
      const isInverted = kind === '^';
      parts.push({ kind: 'section', name, isInverted, parts: toParts(inner, depth + 1) });
    } else {
      parts.push({ kind: 'value', name });
    }
  }
  return parts;
}
