import { type JsonObject, type JsonValue, setOwn } from '../../kernel/json/json.js';

/** A key with more segments keeps its dots, because values with too many levels cannot be read. */
const MAX_SEGMENTS = 100;

/** One segment of the keys seen so far. */
interface Node {
  value: JsonValue | undefined;
  /** Reached as a list index. A value on the node makes it an ordinary key again. */
  index: boolean;
  children: Map<string, Node> | undefined;
}

/** One segment of a key. */
interface Step {
  name: string;
  /** Whether it represents a list index. */
  index: boolean;
}

const knownPaths = new Map<string, Step[]>();
const MAX_KNOWN_PATHS = 4096;
const MAX_KNOWN_KEY_LENGTH = 128;

/**
 * Nests dotted keys: `a.b` becomes `{a: {b}}`. A number followed by something is a list index:
 * `a.0.b` becomes `{a: [{b}]}`, with gaps closed. If keys contradict each other (a value and deeper
 * keys, indexes and names), the weaker ones keep their dots at the level of the conflict. The
 * result does not depend on the order of the entries, except that the later of two equal keys wins.
 * Skips null values and does not look into objects given as values. Takes linear time.
 */
export function unflatten(entries: Iterable<readonly [string, JsonValue]>): JsonObject {
  const root: Node = { value: undefined, index: false, children: undefined };
  for (const [key, value] of entries) {
    if (value !== null) nodeAt(root, key).value = value;
  }
  const nested: JsonObject = {};
  root.children?.forEach((child, name) => place(nested, name, child));
  return nested;
}

function nodeAt(root: Node, key: string): Node {
  let node = root;
  for (const { name, index } of pathOf(key)) node = childOf(node, name, index);
  return node;
}

/** Spans repeat the same few keys. */
function pathOf(key: string): Step[] {
  const known = knownPaths.get(key);
  if (known !== undefined) return known;
  const path = parsePath(key);
  if (key.length <= MAX_KNOWN_KEY_LENGTH) {
    if (knownPaths.size >= MAX_KNOWN_PATHS) knownPaths.clear();
    knownPaths.set(key, path);
  }
  return path;
}

function parsePath(key: string): Step[] {
  const segments = segmentsOf(key);
  if (segments.length === 0) return [{ name: '', index: false }];
  if (segments.length > MAX_SEGMENTS) return [{ name: segments.join('.'), index: false }];
  const path: Step[] = [];
  for (const [at, segment] of segments.entries()) {
    if (at < segments.length - 1 && isDigits(segment)) {
      // Lists contain only objects: at the top or right below an index, a number is a plain name.
      const index = at > 0 && path[at - 1]?.index === false;
      path.push({ name: withoutLeadingZeros(segment), index });
    } else {
      path.push({ name: segment, index: false });
    }
  }
  return path;
}

function segmentsOf(key: string): string[] {
  return key
    .split('.')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function childOf(parent: Node, name: string, index: boolean): Node {
  parent.children ??= new Map();
  let child = parent.children.get(name);
  if (child === undefined) {
    child = { value: undefined, index, children: undefined };
    parent.children.set(name, child);
  } else if (index) {
    child.index = true;
  }
  return child;
}

/**
 * Stores a node under its name. Conflicting nodes are stored next to it under their dotted names.
 */
function place(target: JsonObject, name: string, node: Node): void {
  const { children, value } = node;
  if (value !== undefined) {
    setOwn(target, name, value);
    children?.forEach((child, segment) => place(target, `${name}.${segment}`, child));
    return;
  }
  if (children === undefined) return;
  const elements = elementsOf(children);
  if (elements === undefined) {
    setOwn(target, name, objectOf(children));
    return;
  }
  setOwn(target, name, elements);
  children.forEach((child, segment) => {
    if (!isElement(child)) place(target, `${name}.${segment}`, child);
  });
}

function elementsOf(children: Map<string, Node>): JsonValue[] | undefined {
  const found: [string, Node][] = [];
  children.forEach((child, segment) => {
    if (isElement(child)) found.push([segment, child]);
  });
  if (found.length === 0) return undefined;
  if (found.length > 1) found.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return found.map(([, element]) => objectOf(element.children));
}

function objectOf(children: Map<string, Node> | undefined): JsonObject {
  const object: JsonObject = {};
  children?.forEach((child, segment) => place(object, segment, child));
  return object;
}

function isElement(node: Node): boolean {
  return node.index && node.value === undefined;
}

function isDigits(segment: string): boolean {
  for (let at = 0; at < segment.length; at++) {
    const code = segment.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return segment !== '';
}

/**
 * Normalizes an index such as `007` to `7`. A string, because it may be longer than a number can
 * represent.
 */
function withoutLeadingZeros(digits: string): string {
  let zeros = 0;
  while (zeros < digits.length - 1 && digits.charCodeAt(zeros) === 48) zeros++;
  return zeros === 0 ? digits : digits.slice(zeros);
}
