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

const LARGEST_MANIFEST = 1024 * 1024;
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
    const used = all.filter(({ packages: names }) => names.some((name) => packages.has(name)));
    const ids = new Set(used.map(({ id }) => id));
    const shown = used.filter(({ id }) => !ids.has(IMPLIED[id] ?? ''));
    const plain = all.filter((framework) => framework.packages.length === 0);
    for (const framework of shown.length > 0 ? shown : plain) {
      addSnippet(snippets, language, framework, writeSetup(framework, target));
    }
  }
  return snippets;
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

const READERS: Record<Language, (folder: string) => Promise<Set<string> | null>> = {
  Python: readPythonPackages,
  TypeScript: readNodePackages,
};

async function readNodePackages(folder: string): Promise<Set<string> | null> {
  const text = await readManifest(folder, 'package.json');
  if (text === null) return null;
  try {
    const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object>;
    return new Set(Object.keys({ ...dependencies, ...devDependencies }));
  } catch {
    return new Set();
  }
}

/**
 * Every quoted or leading word of a dependency file that could be a package. Words that are no packages do
 * no harm, because they are only compared with the names of frameworks.
 */
async function readPythonPackages(folder: string): Promise<Set<string> | null> {
  const names = await readdir(folder).catch(() => []);
  const manifests = names.filter((name) =>
    /^(requirements.*\.(txt|in)|pyproject\.toml|Pipfile|setup\.cfg|setup\.py)$/.test(name),
  );
  if (manifests.length === 0) return null;
  const packages = new Set<string>();
  for (const manifest of manifests) {
    const text = (await readManifest(folder, manifest)) ?? '';
    for (const line of text.split('\n')) {
      const words = line.replace(/(^|\s)#.*/, '').matchAll(/(?:^|["'])\s*([a-z\d][\w.-]*)/gi);
      for (const [, word] of words) packages.add(normalize(word!));
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
  return size > LARGEST_MANIFEST ? null : readFile(path, 'utf8');
}
