import { parseReference } from './parse-reference.js';
import type { LoopFunction, LoopNode, ReferenceNode, SyntaxNode } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';

/** Functions that take a loop. */
export const LOOP_FUNCTIONS: readonly string[] = [
  'any',
  'all',
  'len',
  'sum',
  'min',
  'max',
] satisfies LoopFunction[];

/**
 * Reads `any(condition for x in rows if condition)` and the like, and `len([x for x in rows])`.
 * @param expression reads an expression up to the next `for`, `if` or closing bracket.
 * @throws FilterSyntaxError for anything else in the parentheses.
 */
export function parseLoop(
  reader: TokenReader,
  name: LoopFunction,
  expression: () => SyntaxNode,
): LoopNode {
  const { start } = reader.take();
  const opening = reader.take();
  const list = name === 'len' && reader.isSign('[') ? reader.take() : null;
  if (name === 'len' && !list) throw missingLoop(reader, name);
  const element = expression();
  if (!reader.isWord('for')) throw missingLoop(reader, name);
  reader.take();
  const variable = takeName(reader, 'a name for each element must follow `for`');
  if (!reader.isWord('in')) throw reader.unexpected('`in` is missing');
  reader.take();
  const over = takeCollection(reader);
  const condition = takeCondition(reader, expression);
  if (reader.isWord('for') || reader.isWord('if')) {
    throw reader.source.error(
      `A loop can have only one \`for\` and one \`if\`; join conditions with \`and\`, and put another any(…) inside for more loops`,
      reader.next,
    );
  }
  if (list) reader.close(']', list);
  reader.close(')', opening);
  return {
    kind: 'loop',
    function: name,
    element,
    variable,
    over,
    condition,
    start,
    end: reader.reached,
  };
}

function takeName(reader: TokenReader, advice: string): string {
  const { next } = reader;
  if (next.kind !== 'name') throw reader.unexpected(advice);
  reader.take();
  return next.name;
}

function takeCollection(reader: TokenReader): ReferenceNode {
  if (reader.next.kind === 'name') return parseReference(reader);
  throw reader.unexpected('what to loop over must follow `in`');
}

function takeCondition(reader: TokenReader, expression: () => SyntaxNode): SyntaxNode | null {
  if (!reader.isWord('if')) return null;
  reader.take();
  return expression();
}

function missingLoop(reader: TokenReader, name: LoopFunction) {
  const example = {
    any: 'any(x.… == … for x in …)',
    all: 'all(x.… == … for x in …)',
    len: 'len([x for x in … if …])',
    sum: 'sum(x.… for x in …)',
    min: 'min(x.… for x in …)',
    max: 'max(x.… for x in …)',
  }[name];
  return reader.source.error(`\`${name}\` needs a loop; write ${example}`, reader.next);
}
