/**
 * Refuses two folders of `src` that import each other, including type imports, because neither
 * could be read, tested or moved without the other. `rest/` and `graphql/` belong to the folder
 * above them. Specs, and the files next to `main.ts`, may import everything.
 *
 * `*.module.ts` may import from folders below its own, to combine sub-features.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MODULE = /\.module\.ts$/;

/**
 * Returns the imports between folders: for each folder, the folders that it imports, with an
 * example of each.
 */
const imports = new Map();

for (const file of globSync('src/*/**/*.ts', { exclude: ['**/*.spec.ts'] })) {
  const from = folderOf(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(
    /\b(?:from|import) '(\.[^']+)\.js'/g,
  )) {
    const target = `${join(dirname(file), path)}.ts`;
    const to = folderOf(target);
    const isComposition = MODULE.test(file) && to.startsWith(`${from}/`);
    if (from === to || to === 'src' || isComposition) continue;
    const known = imports.get(from) ?? new Map();
    imports.set(from, known.set(to, known.get(to) ?? `${file} → ${target}`));
  }
}

function folderOf(file) {
  const folder = dirname(file);
  return folder === 'src/kernel/graphql' ? folder : folder.replace(/\/(rest|graphql)$/, '');
}

const findings = [...imports].flatMap(([from, targets]) =>
  [...targets]
    .filter(([to]) => from < to && imports.get(to)?.has(from))
    .map(
      ([to, example]) =>
        `${from} and ${to} import each other:\n  ${example}\n  ${imports.get(to).get(from)}`,
    ),
);
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
