import { type Expression, type Node, type Pattern, parse, type Program } from 'acorn';
import { failure, type Failure, type ProgramParameter } from './protocol.js';

/** A function that evaluates, as found in JavaScript. */
export interface FoundFunction {
  /** The name under which the module exports it, once `suffix` is appended to the code. */
  exported: string;
  suffix: string;
  parameters: ProgramParameter[];
  /** Whether it takes one object with the inputs, instead of one parameter for each. */
  takesObject: boolean;
}

type AnyFunction = { params: Pattern[] };

const EXPORTED = '__evaluator';
const PREFERRED = 'evaluate';

/** Finds the function: the default export, else `evaluate`, else the only one. */
export function findFunction(javascript: string): FoundFunction | Failure {
  let program: Program;
  try {
    program = parse(javascript, { ecmaVersion: 2023, sourceType: 'module', locations: true });
  } catch (error) {
    const { message, loc } = error as SyntaxError & { loc?: { line: number } };
    return failure('code', message.replace(/ \(\d+:\d+\)$/, ''), loc?.line ?? null);
  }
  const functions = new Map<string, AnyFunction>();
  let standard: AnyFunction | string | null = null;
  for (const statement of program.body) {
    if ('source' in statement && statement.source) {
      return failure('code', 'Code in the sandbox cannot import modules.', lineOf(statement));
    }
    if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      if (declaration.type === 'Identifier') standard = declaration.name;
      else if (isFunction(declaration)) standard = declaration;
    }
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'FunctionDeclaration') functions.set(declared.id.name, declared);
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type === 'Identifier' && init && isFunction(init)) functions.set(id.name, init);
    }
  }
  if (standard !== null && typeof standard !== 'string') {
    return describe(standard, { exported: 'default', suffix: '' });
  }
  const name = standard ?? (functions.has(PREFERRED) ? PREFERRED : [...functions.keys()][0]);
  const found = name === undefined ? undefined : functions.get(name);
  if (!found || (name !== PREFERRED && standard === null && functions.size > 1)) {
    return failure('code', `Define a function with the name "${PREFERRED}".`);
  }
  return describe(found, { exported: EXPORTED, suffix: `\nexport { ${name} as ${EXPORTED} };` });
}

function describe(
  { params }: AnyFunction,
  entry: Pick<FoundFunction, 'exported' | 'suffix'>,
): FoundFunction | Failure {
  const [first] = params;
  const object = first?.type === 'AssignmentPattern' ? first.left : first;
  const takesObject = params.length === 1 && object?.type === 'ObjectPattern';
  const patterns = takesObject ? object.properties : params;
  const parameters: ProgramParameter[] = [];
  for (const pattern of patterns) {
    const parameter = toParameter(pattern);
    if (!parameter) {
      const message = 'Each parameter needs a name, such as output or reference.';
      return failure('code', message, lineOf(pattern));
    }
    parameters.push(parameter);
  }
  return { ...entry, parameters, takesObject };
}

type Property = Extract<Pattern, { type: 'ObjectPattern' }>['properties'][number];

function toParameter(pattern: Pattern | Property): ProgramParameter | null {
  switch (pattern.type) {
    case 'Identifier':
      return { name: pattern.name, isRequired: true };
    case 'AssignmentPattern':
      return pattern.left.type === 'Identifier'
        ? { name: pattern.left.name, isRequired: false }
        : null;
    case 'Property': {
      const isRequired = pattern.value.type !== 'AssignmentPattern';
      if (pattern.computed) return null;
      const { key } = pattern;
      if (key.type === 'Identifier') return { name: key.name, isRequired };
      return key.type === 'Literal' ? { name: String(key.value), isRequired } : null;
    }
    default:
      return null;
  }
}

function isFunction(node: Node | Expression): node is Node & AnyFunction {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(
    node.type,
  );
}

function lineOf(node: Node): number | null {
  return node.loc?.start.line ?? null;
}
