import { compile, type JSONValue, TreeInterpreter } from '@jmespath-community/jmespath';

/** A JMESPath expression that selects a value from a user's claims. */
export interface ClaimPath {
  expression: string;
  /**
   * Returns the value that the expression finds, or null if there is none.
   * @throws if the claims do not have the shape that a function in the expression requires.
   */
  read(claims: Record<string, unknown>): unknown;
}

type Tree = ReturnType<typeof compile>;

/**
 * Compiles an expression and checks the functions it calls, which the compiler does not do.
 * @throws Error with a one-line reason.
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
  // JMESPath parses an unquoted `custom-roles` as a subtraction, which no claim needs.
  if (type === 'Arithmetic' || type === 'Unary') {
    throw new Error('it would be evaluated as arithmetic: names with - or / must be quoted');
  }
  if (type === 'Function') checkCall(node as Tree & { type: 'Function' });
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null && type !== 'Literal') checkNodes(child);
  }
}

/**
 * Calls a function with nulls for its arguments. Their types may be wrong here, but the function's
 * name and the number of arguments must be right.
 */
function checkCall(call: Tree & { type: 'Function' }): void {
  const children: Tree[] = call.children.map(() => ({ type: 'Literal', value: null }));
  try {
    TreeInterpreter.search({ ...call, children }, null);
  } catch (error) {
    const { message } = error as Error;
    if (/^(Unknown function|Invalid arity|Invalid argument count)/.test(message)) throw error;
  }
}
