import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Names of files and folders in the pictures and texts of the manual. */
const PATH = /(?:src|test|web\/src|docs)\/[\w./-]*[\w/]/g;

/** Files that pictures name after the folder of their participant. */
const FILE = /(?<![\w./*-])[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx)\b/g;

const architecture = readFileSync('docs/architecture.md', 'utf8');
const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const sources = globSync('{src,web/src}/**/*.{ts,tsx}');

describe('the pictures of the architecture', () => {
  const paths = [...new Set(architecture.match(PATH))];

  it('name files and folders that exist', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('name files that are in the folders of which they speak', () => {
    const names = [...new Set(architecture.match(FILE))];
    const folders = paths.map((path) => (/\.tsx?$/.test(path) ? dirname(path) : path));
    const isThere = (name: string) =>
      sources.some(
        (file) => file.endsWith(`/${name}`) && folders.some((folder) => file.startsWith(folder)),
      );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });
});

describe('the map of the source tree', () => {
  const map = /## The source tree\n+```text\n(.*?)```/s.exec(contributing)![1]!;

  it('has every folder of src', () => {
    const folders = globSync('src/*/').map((path) => `${path.split('/')[1]}/`);
    expect(folders.length).toBeGreaterThan(30);
    expect(folders.filter((folder) => !new RegExp(`(^|\\s)${folder}`).test(map))).toEqual([]);
  });

  it('has no folder that is gone', () => {
    const [, server] = /^src\/\n(.*?)^snippets\//ms.exec(map)!;
    const named = [...server!.matchAll(/^ {2}([\w-]+)\//gm)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !existsSync(`src/${name}`))).toEqual([]);
  });
});

describe('the pages of decisions', () => {
  const pages = globSync('docs/adr/[0-9]*.md').toSorted();

  it.each(pages)('%s has the parts that every page has', (path) => {
    const text = readFileSync(path, 'utf8');
    const number = Number(/(\d+)-[^/]*$/.exec(path)![1]);
    const [title, , status] = text.split('\n');
    expect(Number(/^# (\d+)\. ./.exec(title!)?.[1])).toBe(number);
    expect(status).toMatch(/^Status: (?:accepted|superseded by \[ADR )/);
    expect(text).toMatch(/^## Context$/m);
    expect(text).toMatch(/^## Decision$/m);
  });

  it('have different numbers', () => {
    const numbers = pages.map((path) => /(\d+)-[^/]*$/.exec(path)![1]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
