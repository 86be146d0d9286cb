import { compile, type JSONValue, TreeInterpreter } from '@jmespath-community/jmespath';

/** A JMESPath expression that picks something out of a user's claims. */
export interface ClaimPath {
  expression: string;
  /**
   * What the expression finds; null when there is nothing.
   * @throws when the claims do not have the shape that a function of the expression asks for.
   */
  read(claims: Record<string, unknown>): unknown;
}

type Tree = ReturnType<typeof compile>;

/**
 * Compiles an expression and checks the functions that it calls, which the compiler does not.
 * @throws Error with a reason that fits into one line.
 */
export function compileClaimPath(expression: string): ClaimPath {
  const tree = compile(expression);
  checkNodes(tree);
  return {
    expression,
    read: (claims) => TreeInterpreter.search(tree, claims as JSONValue),
  };
}

function checkNodes(node: object): void {
  const { type } = node as { type?: unknown };
  // JMESPath reads an unquoted `custom-roles` as a subtraction, which no claim needs.
  if (type === 'Arithmetic' || type === 'Unary') {
    throw new Error('it would be calculated: names with - or / must be quoted');
  }
  if (type === 'Function') checkCall(node as Tree & { type: 'Function' });
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null && type !== 'Literal') checkNodes(child);
  }
}

/** Calls a function with as many nulls as it gets: types may be wrong here, name and number not. */
function checkCall(call: Tree & { type: 'Function' }): void {
  const children: Tree[] = call.children.map(() => ({ type: 'Literal', value: null }));
  try {
    TreeInterpreter.search({ ...call, children }, null);
  } catch (error) {
    const { message } = error as Error;
    if (/^(Unknown function|Invalid arity|Invalid argument count)/.test(message)) throw error;
  }
}
