import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  numberValue,
  stringifyJson,
} from '../../kernel/json/json.js';
import { CURRENT, type SectionPart, TemplateError, type TemplatePart } from './template-parts.js';

/** Maximum characters in the whole output of one renderer. */
const MAX_OUTPUT = 10_000_000;

/** Maximum parts that one renderer visits. Nested sections for lists multiply. */
const MAX_STEPS = 1_000_000;

/** A value in which to look up names, and the enclosing scope. */
interface Scope {
  value: JsonValue;
  outer: Scope | null;
}

/**
 * Renders templates with one set of values. The limits apply to all templates together. Reads only
 * own properties of JSON objects and elements of lists.
 */
export class Renderer {
  /**
   * Names of values that do not exist, in order of appearance. Sections without a value are just
   * skipped.
   */
  readonly missing = new Set<string>();

  private readonly root: Scope;
  private roomLeft = MAX_OUTPUT;
  private stepsLeft = MAX_STEPS;

  constructor(variables: JsonObject) {
    this.root = { value: variables, outer: null };
  }

  /** @throws TemplateError if a limit is exceeded. */
  render(parts: readonly TemplatePart[]): string {
    return this.renderIn(parts, this.root);
  }

  private renderIn(parts: readonly TemplatePart[], scope: Scope): string {
    let written = '';
    for (const part of parts) {
      if (--this.stepsLeft < 0) throw new TemplateError('The template takes too long to render.');
      if (part.kind === 'section') written += this.renderSection(part, scope);
      else if (part.kind === 'text') written += this.bound(part.text);
      else written += this.bound(this.renderValue(part.name, scope));
    }
    return written;
  }

  private renderSection({ name, isInverted, parts }: SectionPart, scope: Scope): string {
    const value = lookUp(name, scope) ?? null;
    if (!isTruthy(value)) return isInverted ? this.renderIn(parts, scope) : '';
    if (isInverted) return '';
    if (value === true) return this.renderIn(parts, scope);
    const items = Array.isArray(value) ? value : [value];
    let written = '';
    for (const item of items) written += this.renderIn(parts, { value: item, outer: scope });
    return written;
  }

  private renderValue(name: string, scope: Scope): string {
    const value = lookUp(name, scope);
    if (value === undefined) this.missing.add(name);
    return toText(value ?? null);
  }

  private bound(text: string): string {
    this.roomLeft -= text.length;
    if (this.roomLeft < 0) {
      throw new TemplateError(`The rendered text has more than ${MAX_OUTPUT} characters.`);
    }
    return text;
  }
}

/**
 * Returns the value of a name in this scope or an enclosing one. `a.b` is the member `b` of `a`,
 * unless there is a member with the whole name.
 */
function lookUp(name: string, scope: Scope): JsonValue | undefined {
  if (name === CURRENT) return scope.value;
  const path = name.split('.');
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    // A null value exists, so it ends the search.
    let value = getMember(at.value, name);
    if (value === undefined && path.length > 1) value = followPath(path, at.value);
    if (value !== undefined) return value;
  }
  return undefined;
}

function followPath(path: readonly string[], from: JsonValue): JsonValue | undefined {
  let at: JsonValue | undefined = from;
  for (const step of path) {
    if (at === undefined) return undefined;
    at = getMember(at, step);
  }
  return at;
}

function getMember(value: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) ? getOwn(value, name) : undefined;
}

function isTruthy(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRawNumber(value) ? numberValue(value) !== 0 : Boolean(value);
}

/** Returns a text unchanged, nothing for null, and JSON for everything else. */
function toText(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || isRawNumber(value)) return numberSource(value);
  return stringifyJson(value);
}
