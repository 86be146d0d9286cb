import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import ts from 'typescript';

/** Code that decides something. Schemas, descriptions and migrations have tests of another kind. */
const SOURCES = ['src/**/*.ts', 'web/src/**/*.ts', 'web/src/**/*.tsx'];
const IGNORED =
  /\.(spec|module|entity|type|dto|body|args|inputs|d)\.tsx?$|\/(migrations|testing)\/|^src\/(main|cli)\.ts$/;

/** Operators, and what each becomes. */
const SWAPS = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
};

/**
 * Chooses small faults, one in each of several files, spread over the features. The same seed chooses the
 * same faults as long as the sources are the same.
 * @returns `{ path, line, start, end, text }` for each: where in the file `text` replaces what is there.
 */
export function chooseMutations(seed, count) {
  const random = createRandom(seed);
  const files = globSync(SOURCES)
    .filter((path) => !IGNORED.test(path))
    .toSorted();
  const features = [...Map.groupBy(files, featureOf).values()];
  const chosen = [];
  while (chosen.length < count && features.some((rest) => rest.length > 0)) {
    for (const rest of shuffle(features, random)) {
      const [path] = rest.splice(Math.floor(random() * rest.length), 1);
      const mutations = path ? listMutations(path) : [];
      const mutation = mutations[Math.floor(random() * mutations.length)];
      if (mutation) chosen.push(mutation);
      if (chosen.length === count) break;
    }
  }
  return chosen;
}

function featureOf(path) {
  const parts = path.split(sep);
  return parts.slice(0, parts.includes('features') ? 4 : 2 + Number(parts[0] === 'web')).join('/');
}

/** Lists all faults that could be planted in a file. */
function listMutations(path) {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = [];
  const add = (node, text) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ path, line, start, end: node.end, was: node.getText(source), text });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isDecorator(node) || ts.isImportDeclaration(node)) return;
    mutate(node, source, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function mutate(node, source, add) {
  if (ts.isBinaryExpression(node)) {
    const swapped = SWAPS[node.operatorToken.getText(source)];
    if (swapped) add(node.operatorToken, swapped);
  }
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const test = node.expression ?? node.condition;
    add(test, `!(${test.getText(source)})`);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, `(${node.operand.getText(source)})`);
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
  if (ts.isNumericLiteral(node)) add(node, `(${node.getText(source)} + 1)`);
  // A call whose result nobody uses: what it does is missing afterwards.
  if (ts.isExpressionStatement(node) && /^(await|void|this|\w+\()/.test(node.getText(source))) {
    if (!/^super\b/.test(node.getText(source))) add(node, ';');
  }
}

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle(items, random) {
  return items
    .map((item) => [random(), item])
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}
