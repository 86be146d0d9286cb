import * as conventions from '@arizeai/openinference-semantic-conventions';
import type { MatchKey } from './key-pattern.js';
import type { Replace } from './known-kinds.contract.js';

/** The stored form of an attribute's name. */
export interface MaskedName {
  name: string;
  /** Its parts as sent, by which rules and conventions know it, or `NOWHERE`. */
  path: readonly string[];
  /** The name as sent of what a rule masks as a whole: the attribute, or what it is a part of; otherwise null. */
  whole: string | null;
}

/** The rules of a project in the form that masks names. */
export interface NameRules {
  matchers: readonly MatchKey[];
  /** Masks a text by all rules. */
  text: Replace;
  /** Masks a text by the kinds that Spandrel knows, but not by patterns of users. */
  kindsOnly: Replace;
}

/** Spans repeat the same few names. */
const MAX_KNOWN_NAMES = 4096;
const MAX_KNOWN_NAME_LENGTH = 128;

/** A name of more parts is not nested, so it is a part of nothing. */
const MAX_NESTED_PARTS = 100;

/** Stands for paths that nothing needs to know, so that those of hostile names are not copied again and again. */
const NOWHERE = [''];

/** A place in a list. */
const PLACE = /^\d{1,5}$/;

/**
 * The names that Spandrel itself reads: those of OpenInference, and of exceptions in OpenTelemetry. A pattern that also
 * matches one of them must not take the tokens or messages from every span.
 */
const CONVENTION_NAMES = new Set<string>([
  ...Object.values(conventions.SemanticConventions),
  'exception.type',
  'exception.message',
  'exception.stacktrace',
  'exception.escaped',
]);
const CONVENTION_WORDS = new Set([...CONVENTION_NAMES].flatMap((name) => name.split('.')));
const CONVENTION_ROOTS = new Set([...CONVENTION_NAMES].map((name) => name.split('.')[0]!));

/** Conventions have no names of more parts. */
const MAX_CONVENTION_PARTS = 32;

/** Applications choose the names below these. */
const FREE_WORDS = new Set([
  'metadata',
  'session',
  'user',
  'tag',
  'tags',
  'value',
  'variables',
  'parameters',
  'invocation_parameters',
  'json_schema',
  'arguments',
  'function_call_arguments_json',
]);

/** Returns what masks the dotted names of attributes, and remembers names. */
export function compileNames(rules: NameRules): (name: string) => MaskedName {
  const known = new Map<string, MaskedName>();
  return (name) => {
    let masked = known.get(name);
    if (masked === undefined) {
      masked = maskDottedName(name, [], rules);
      if (name.length <= MAX_KNOWN_NAME_LENGTH) {
        if (known.size >= MAX_KNOWN_NAMES) known.clear();
        known.set(name, masked);
      }
    }
    return masked;
  };
}

/** Masks a name within a value whose own path is given. */
export function maskDottedName(
  name: string,
  within: readonly string[],
  rules: NameRules,
): MaskedName {
  const parts = partsOf(name);
  const path = [...within, ...parts];
  const least = parts.length > MAX_NESTED_PARTS ? path.length : within.length + 1;
  const length = Math.min(...rules.matchers.map((match) => match(path, least)));
  if (length < path.length) {
    const wholeParts = parts.slice(0, length - within.length);
    const whole = wholeParts.join('.');
    return { name: maskName(whole, path.slice(0, length), rules), path, whole };
  }
  const isKnown = rules.matchers.length > 0 || isConventionStart(path);
  return {
    name: maskName(name, path, rules),
    path: isKnown ? path : NOWHERE,
    whole: length === path.length ? name : null,
  };
}

/** The parts of a dotted name, as nesting it finds them. */
function partsOf(name: string): string[] {
  if (!name.includes('.')) return [name];
  const parts = name
    .split('.')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? [''] : parts;
}

/**
 * Masks a name as a whole, because an email address has dots, and then its parts, because a dot beside a number makes it
 * another number in texts.
 */
function maskName(name: string, path: readonly string[], rules: NameRules): string {
  const maskText = isConvention(path) ? rules.kindsOnly : rules.text;
  const masked = maskText(name);
  if (!masked.includes('.')) return masked;
  const lines = masked.replaceAll('.', '\n');
  const maskedLines = maskText(lines);
  return maskedLines === lines ? masked : maskedLines.replaceAll('\n', '.');
}

function isConvention(path: readonly string[]): boolean {
  return isConventionStart(path) && CONVENTION_WORDS.has(path.at(-1)!);
}

/** Returns whether it is the name of a convention, or that of a member of a list in one. */
function isConventionStart(path: readonly string[]): boolean {
  if (path.length > MAX_CONVENTION_PARTS || !CONVENTION_ROOTS.has(path[0]!)) return false;
  if (CONVENTION_NAMES.has(path.join('.'))) return true;
  return path.every((part, at) => {
    const before = path[at - 1];
    if (before !== undefined && FREE_WORDS.has(before)) return false;
    return CONVENTION_WORDS.has(part) || (PLACE.test(part) && CONVENTION_WORDS.has(before!));
  });
}
