import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  numberValue,
  stringifyJson,
} from '../../common/json/json.js';
import { TemplateError } from './template-error.js';
import { CURRENT, type SectionPart, type TemplatePart } from './template-parts.js';

/** Most characters that one rendering writes. */
const MAX_OUTPUT = 10_000_000;

/** Most parts that one rendering goes through: sections of lists in sections multiply. */
const MAX_STEPS = 1_000_000;

/** A value that names are looked up in, and what stands around it. */
interface Scope {
  value: JsonValue;
  outer: Scope | null;
}

/**
 * Writes templates with one set of values, within bounds that hold for all of them together. Only
 * own properties of JSON objects and elements of lists are ever looked at.
 */
export class Renderer {
  /** Names that stand for a value and have none, in order. A section without one is left out. */
  readonly missing = new Set<string>();

  private readonly root: Scope;
  private roomLeft = MAX_OUTPUT;
  private stepsLeft = MAX_STEPS;

  constructor(variables: JsonObject) {
    this.root = { value: variables, outer: null };
  }

  /** @throws TemplateError when it becomes too much. */
  write(parts: readonly TemplatePart[]): string {
    return this.writeIn(parts, this.root);
  }

  private writeIn(parts: readonly TemplatePart[], scope: Scope): string {
    let written = '';
    for (const part of parts) {
      if (--this.stepsLeft < 0) throw new TemplateError('The template takes too long to render');
      if (part.kind === 'section') written += this.section(part, scope);
      else written += this.bounded(part.kind === 'text' ? part.text : this.text(part.name, scope));
    }
    return written;
  }

  private section({ name, isInverted, parts }: SectionPart, scope: Scope): string {
    const value = lookUp(name, scope) ?? null;
    if (!countsAsTrue(value)) return isInverted ? this.writeIn(parts, scope) : '';
    if (isInverted) return '';
    if (value === true) return this.writeIn(parts, scope);
    const turns = Array.isArray(value) ? value : [value];
    let written = '';
    for (const turn of turns) written += this.writeIn(parts, { value: turn, outer: scope });
    return written;
  }

  private text(name: string, scope: Scope): string {
    const value = lookUp(name, scope);
    if (value === undefined) this.missing.add(name);
    return textOf(value ?? null);
  }

  private bounded(text: string): string {
    this.roomLeft -= text.length;
    if (this.roomLeft < 0) throw new TemplateError('The rendered template is too long');
    return text;
  }
}

/** The value of a name here or further out; `a.b` is the member `b` of `a`, unless `a.b` is a name. */
function lookUp(name: string, scope: Scope): JsonValue | undefined {
  if (name === CURRENT) return scope.value;
  const path = name.split('.');
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    // The whole name first: what is null is there.
    let value = member(at.value, name);
    if (value === undefined && path.length > 1) value = follow(path, at.value);
    if (value !== undefined) return value;
  }
  return undefined;
}

function follow(path: readonly string[], from: JsonValue): JsonValue | undefined {
  let at: JsonValue | undefined = from;
  for (const step of path) {
    if (at === undefined) return undefined;
    at = member(at, step);
  }
  return at;
}

function member(value: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) ? getOwn(value, name) : undefined;
}

function countsAsTrue(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRawNumber(value) ? numberValue(value) !== 0 : Boolean(value);
}

/** Texts as they are, null as nothing, everything else as JSON. */
function textOf(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || isRawNumber(value)) return numberSource(value);
  return stringifyJson(value);
}
