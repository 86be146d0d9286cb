import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Framework, writeSetup } from '../../../snippets/framework.js';
import { FRAMEWORKS } from '../../../snippets/frameworks.js';

type Language = 'Python' | 'TypeScript';

/** The frameworks of one language that a folder uses, which share their lines. */
export interface FolderSnippet {
  language: Language;
  titles: string[];
  install: string | undefined;
  setup: string;
  framework: Framework;
}

const MAX_MANIFEST_SIZE = 1024 * 1024;
/** LangGraph depends on LangChain, and its lines are the same. */
const IMPLIED: Record<string, string> = { langchain: 'langgraph' };

/** Returns a project name made of the name of a folder. */
export function nameProject(folder: string): string {
  const name = basename(resolve(folder)).replaceAll(/[^\w.-]+/g, '-');
  return name.replaceAll(/^[-.]+|[-.]+$/g, '').slice(0, 100) || 'default';
}

/** Finds the frameworks that the dependency files of a folder name, with the lines that trace them. */
export async function findFrameworks(
  folder: string,
  target: Parameters<typeof writeSetup>[1],
): Promise<FolderSnippet[]> {
  const snippets: FolderSnippet[] = [];
  for (const language of ['Python', 'TypeScript'] as const) {
    const packages = await READERS[language](folder);
    if (packages === null) continue;
    const all = FRAMEWORKS.filter((framework) => framework.language === language);
    const used = all.filter((framework) => isUsed(framework, packages));
    const ids = new Set(used.map(({ id }) => id));
    const shown = used.filter(({ id }) => !ids.has(IMPLIED[id] ?? ''));
    const plain = all.filter((framework) => framework.packages.length === 0);
    for (const framework of shown.length > 0 ? shown : plain) {
      addSnippet(snippets, language, framework, writeSetup(framework, target));
    }
    for (const snippet of snippets.filter((one) => one.language === language)) {
      snippet.install = leaveOutInstalled(snippet.install, packages);
    }
  }
  return snippets;
}

/** Returns whether a folder uses a framework, and one of the versions that the lines are for. */
function isUsed({ packages: names, before, id }: Framework, packages: Packages): boolean {
  const used = names.find((name) => packages.has(name));
  if (used === undefined) return false;
  const major = Number(/\d+/.exec(packages.get(used) ?? '')?.[0] ?? Infinity);
  if (before !== undefined) return major < before;
  const older = FRAMEWORKS.find(
    (one) => one.id !== id && one.before !== undefined && one.packages.includes(used),
  );
  return older === undefined || major >= older.before!;
}

/** Installing a package once more could move it to another major version. */
function leaveOutInstalled(install: string | undefined, packages: Packages): string | undefined {
  const [program = '', command = '', ...words] = install?.split(' ') ?? [];
  const missing = words.filter((word) => !packages.has(word.replace(/(?<=.)@.*/, '')));
  return missing.length === 0 ? undefined : [program, command, ...missing].join(' ');
}

function addSnippet(
  snippets: FolderSnippet[],
  language: Language,
  framework: Framework,
  setup: string,
): void {
  const { title, install } = framework;
  const same = snippets.find((snippet) => snippet.setup === setup);
  if (!same) {
    snippets.push({ language, titles: [title], install, setup, framework });
    return;
  }
  same.titles.push(title);
  const words = [...(same.install?.split(' ') ?? []), ...(install?.split(' ') ?? [])];
  same.install = [...new Set(words)].join(' ');
}

/** The version that a folder asks for, by the name of the package; empty if that is unknown. */
type Packages = ReadonlyMap<string, string>;

const READERS: Record<Language, (folder: string) => Promise<Packages | null>> = {
  Python: readPythonPackages,
  TypeScript: readNodePackages,
};

async function readNodePackages(folder: string): Promise<Packages | null> {
  const text = await readManifest(folder, 'package.json');
  if (text === null) return null;
  try {
    const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object>;
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    return new Map(versions.map(([name, version]) => [name, String(version)]));
  } catch {
    return new Map();
  }
}

/**
 * Every quoted or leading word of a dependency file that could be a package. Words that are no packages do
 * no harm, because they are only compared with the names of frameworks.
 */
async function readPythonPackages(folder: string): Promise<Packages | null> {
  const names = await readdir(folder).catch(() => []);
  const manifests = names.filter((name) =>
    /^(requirements.*\.(txt|in)|pyproject\.toml|Pipfile|setup\.cfg|setup\.py)$/.test(name),
  );
  if (manifests.length === 0) return null;
  const packages = new Map<string, string>();
  for (const manifest of manifests) {
    const text = (await readManifest(folder, manifest)) ?? '';
    for (const line of text.split('\n')) {
      const words = line.replace(/(^|\s)#.*/, '').matchAll(/(?:^|["'])\s*([a-z\d][\w.-]*)/gi);
      for (const [, word] of words) packages.set(normalize(word!), '');
    }
  }
  return packages;
}

/** By the Python Packaging Authority, `LlamaIndex_core` and `llamaindex-core` are the same. */
function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

async function readManifest(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  const size = await stat(path).then(
    (stats) => (stats.isFile() ? stats.size : Infinity),
    () => Infinity,
  );
  return size > MAX_MANIFEST_SIZE ? null : readFile(path, 'utf8');
}
