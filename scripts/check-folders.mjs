/**
 * Refuses folders of `src` that import each other, directly or through others, including type imports:
 * none of them could be read, tested or moved without the rest. At every level, the subfolders of a
 * folder, its own files and its `*.module.ts`, which combine the others, must have an order. `rest/` and
 * `graphql/` belong to the folder above them. Specs, and the files next to `main.ts`, may import
 * everything.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TRANSPORTS = new Set(['rest', 'graphql']);
/** The folder where `graphql/` is no transport of a feature. */
const KERNEL = 'src/kernel';

const imports = globSync('src/**/*.ts', { exclude: ['**/*.spec.ts'] }).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import) '(\.[^']+)\.js'/g)].map(
    ([, path]) => ({
      file,
      target: `${join(dirname(file), path)}.ts`,
    }),
  ),
);

/** Returns the part of a folder that a file belongs to; null for files elsewhere. */
function partOf(folder, file) {
  if (!file.startsWith(`${folder}/`)) return null;
  const [part, ...rest] = file.slice(folder.length + 1).split('/');
  if (rest.length === 0) {
    if (folder === 'src') return null;
    return part.endsWith('.module.ts') ? '*.module.ts' : '*.ts';
  }
  return TRANSPORTS.has(part) && folder !== KERNEL ? '*.ts' : part;
}

/** Returns for each part of a folder the parts that it imports, with an example of each. */
function importsWithin(folder) {
  const graph = new Map();
  for (const { file, target } of imports) {
    const [from, to] = [partOf(folder, file), partOf(folder, target)];
    if (from === null || to === null || from === to) continue;
    const known = graph.get(from) ?? new Map();
    graph.set(from, known.set(to, known.get(to) ?? `${file} → ${target}`));
  }
  return graph;
}

/** Returns everything that a part imports, directly or through others. */
function reach(graph, part, seen = new Set()) {
  for (const next of graph.get(part)?.keys() ?? []) {
    if (!seen.has(next)) reach(graph, next, seen.add(next));
  }
  return seen;
}

/** Returns the groups of parts that import each other. */
function cyclesOf(graph) {
  const reached = new Map([...graph.keys()].map((part) => [part, reach(graph, part)]));
  const groups = [...reached]
    .filter(([part, all]) => all.has(part))
    .map(([part, all]) => [...all].filter((other) => reached.get(other)?.has(part)))
    .map((group) => group.toSorted((a, b) => a.localeCompare(b)));
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

const folders = new Set(
  imports.flatMap(({ file }) => {
    const parts = dirname(file).split('/');
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
  }),
);

const findings = [...folders]
  .toSorted((a, b) => a.localeCompare(b))
  .flatMap((folder) => {
    const graph = importsWithin(folder);
    return cyclesOf(graph).map((cycle) => {
      const examples = cycle.flatMap((from) =>
        [...graph.get(from)]
          .filter(([to]) => cycle.includes(to))
          .map(([, example]) => `  ${example}`),
      );
      return [`In ${folder}, ${cycle.join(' and ')} import each other:`, ...examples].join('\n');
    });
  });
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
