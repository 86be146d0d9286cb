import type { Stretch } from './source.js';

export type Comparator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'is' | 'is not';
export type ArithmeticSign = '+' | '-' | '*' | '/' | '%';
export type Cast = 'float' | 'int' | 'str';
/** `any` and `all` are conditions; the others compute a value. */
export type LoopFunction = 'any' | 'all' | 'len' | 'sum' | 'min' | 'max';

/** A step from a value to a part of it: `.name`, `["key"]`, `[0]`, or `[["a", "b"]]`. */
export type PathStep = Stretch &
  (
    | { kind: 'attribute'; name: string }
    | { kind: 'key'; key: string }
    | { kind: 'index'; index: number }
    | { kind: 'keys'; keys: (string | number)[] }
  );

/** A name with the steps after it: `latency_ms`, `metadata["tier"]`, `annotations["a"].score`. */
export interface ReferenceNode extends Stretch {
  kind: 'reference';
  name: string;
  steps: PathStep[];
}

export type LiteralNode = Stretch &
  (
    | { kind: 'text'; text: string }
    /** `digits` may start with a minus. */
    | { kind: 'number'; digits: string }
    | { kind: 'boolean'; value: boolean }
    | { kind: 'none' }
  );

export interface ComparisonNode extends Stretch {
  kind: 'comparison';
  first: SyntaxNode;
  /** Several if chained: `0 < x <= 1`. */
  rest: { comparator: Comparator; operand: SyntaxNode }[];
}

/** `any(element for variable in over if condition)`; the brackets of `len([…])` are left out. */
export interface LoopNode extends Stretch {
  kind: 'loop';
  function: LoopFunction;
  element: SyntaxNode;
  variable: string;
  over: ReferenceNode;
  condition: SyntaxNode | null;
}

/** The condition as written, before names are resolved. */
export type SyntaxNode =
  | LiteralNode
  | ReferenceNode
  | ComparisonNode
  | LoopNode
  | (Stretch & { kind: 'list'; items: LiteralNode[] })
  | (Stretch & { kind: 'cast'; cast: Cast; operand: SyntaxNode })
  | (Stretch & { kind: 'minus'; operand: SyntaxNode })
  | (Stretch & {
      kind: 'arithmetic';
      sign: ArithmeticSign;
      left: SyntaxNode;
      right: SyntaxNode;
    })
  | (Stretch & { kind: 'not'; operand: SyntaxNode })
  | (Stretch & { kind: 'and' | 'or'; operands: SyntaxNode[] });
