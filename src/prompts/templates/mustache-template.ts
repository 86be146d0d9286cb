import mustache from 'mustache';
import { TemplateError, type TemplatePart } from './template-parts.js';

/**
 * Maximum characters in a tag. To find its end, the library takes time quadratic in the number of
 * blanks.
 */
const MAX_TAG = 1_000;

/** Maximum nesting of sections. */
const MAX_DEPTH = 50;

/** A token as `mustache.parse` returns it. `inner` contains the tokens of a section. */
type Token = [kind: string, nameOrText: string, start: number, end: number, inner?: Token[]];

/** Has no cache, which would keep every template forever. */
const writer = new mustache.Writer();
Object.assign(writer, { templateCache: undefined });

/**
 * `\{{` stands for `{{` in the text, and `\\{{` for a backslash before a tag, as in Handlebars. The library
 * knows neither, so it gets as many characters that no text contains.
 */
const ESCAPES = /\\\\(?=\{\{)|\\\{\{/g;
const BACKSLASHES = '\\\\';
const STAND_IN = '\uFDD0\uFDD1\uFDD2';

/**
 * Parses a Mustache template with values, sections, inverted sections and comments. A backslash before
 * `{{` lets it stay text. The library only splits the template into parts; its rendering would call
 * functions, include other templates and read prototypes.
 * @throws TemplateError for broken tags, partials and changes of the delimiters.
 */
export function parseMustache(template: string): TemplatePart[] {
  if (!template.includes('{{')) return template === '' ? [] : [{ kind: 'text', text: template }];
  const prepared = template.replaceAll(ESCAPES, (escape) =>
    escape === BACKSLASHES ? '\\' : STAND_IN,
  );
  assertParsable(prepared);
  return toParts(tokenize(prepared), 0);
}

function tokenize(template: string): Token[] {
  try {
    return writer.parse(template) as Token[];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new TemplateError(`${error.message}.`);
  }
}

/** Limits the time that the library takes, and refuses unsupported tags. */
function assertParsable(template: string): void {
  let at = template.indexOf('{{');
  while (at >= 0) {
    const head = template.slice(at + 2, at + 2 + MAX_TAG).trimStart();
    const place = `at character ${at + 1}`;
    if (head.startsWith('=')) {
      throw new TemplateError(`The delimiters cannot be changed (${place}).`);
    }
    if (head.startsWith('>')) throw new TemplateError(`Partials are not supported (${place}).`);
    const closing = head.startsWith('{') ? '}}}' : '}}';
    const end = template.indexOf(closing, at + 2);
    if (end < 0) throw new TemplateError(`The tag ${place} has no closing ${closing}.`);
    if (end - at > MAX_TAG) {
      throw new TemplateError(`The tag ${place} has more than ${MAX_TAG} characters.`);
    }
    at = template.indexOf('{{', end + closing.length);
  }
}

function toParts(tokens: readonly Token[], depth: number): TemplatePart[] {
  if (depth > MAX_DEPTH) {
    throw new TemplateError(`Sections can be nested at most ${MAX_DEPTH} levels deep.`);
  }
  const parts: TemplatePart[] = [];
  for (const [kind, name, start, , inner = []] of tokens) {
    if (kind === 'text') parts.push({ kind, text: name.replaceAll(STAND_IN, '{{') });
    if (kind === 'text' || kind === '!') continue;
    if (name === '') throw new TemplateError(`The tag at character ${start + 1} has no name.`);
    if (kind === '#' || kind === '^') {
      const isInverted = kind === '^';
      parts.push({ kind: 'section', name, isInverted, parts: toParts(inner, depth + 1) });
    } else {
      parts.push({ kind: 'value', name });
    }
  }
  return parts;
}
