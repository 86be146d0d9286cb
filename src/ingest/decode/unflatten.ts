import { type JsonObject, type JsonValue, setOwn } from '../../common/json.js';

/** One segment of the keys seen so far. */
interface Node {
  value: JsonValue | undefined;
  /** Reached as a list index; a value on the node makes it an ordinary key again. */
  index: boolean;
  children: Map<string, Node> | undefined;
}

/**
 * Nests dotted keys: `a.b` becomes `{a: {b}}`, and a number with something after it a list index, so
 * `a.0.b` becomes `{a: [{b}]}` with gaps closed. Where keys contradict each other (a value and
 * deeper keys, indices and names) the weaker ones keep their dots at the level of the conflict. The
 * result does not depend on the order of the entries, except that of two equal keys the later wins.
 * Null values are skipped; objects given as values are not looked into. Linear in the input.
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
  if (!key.includes('.')) return childOf(root, key.trim(), false);
  const segments = segmentsOf(key);
  const last = segments.length - 1;
  let node = root;
  for (let at = 0; at < last; at++) {
    const segment = segments[at] ?? '';
    if (isDigits(segment)) {
      // Lists hold objects only: right under the root or under an index a number is a plain name.
      node = childOf(node, withoutLeadingZeros(segment), node !== root && !node.index);
    } else {
      node = childOf(node, segment, false);
    }
  }
  return childOf(node, segments[last] ?? '', false);
}

function segmentsOf(key: string): string[] {
  const segments: string[] = [];
  for (const part of key.split('.')) {
    const segment = part.trim();
    if (segment !== '') segments.push(segment);
  }
  return segments;
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

/** Puts a node under its name; what contradicts it goes beside it, under the dotted name. */
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

/** The index `007` is the index `7`; as text, because it may be longer than a number can hold. */
function withoutLeadingZeros(digits: string): string {
  let zeros = 0;
  while (zeros < digits.length - 1 && digits.charCodeAt(zeros) === 48) zeros++;
  return zeros === 0 ? digits : digits.slice(zeros);
}
