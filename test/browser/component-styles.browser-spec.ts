import { readdir, readFile } from 'node:fs/promises';

/** The built app. */
const ASSETS = new URL('../../dist/web/assets/', import.meta.url);

/** The classes of Mantine’s own style sheets, such as `m_77c9d27d`. */
const COMPONENT_CLASS = /\bm_[0-9a-f]{6,8}\b/g;

async function classesIn(extension: string): Promise<Set<string>> {
  const files = (await readdir(ASSETS)).filter((file) => file.endsWith(extension));
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, ASSETS), 'utf8')));
  return new Set(texts.flatMap((text) => text.match(COMPONENT_CLASS) ?? []));
}

describe('component styles', () => {
  it('exist for every component in use', async () => {
    const [named, styled] = await Promise.all([classesIn('.js'), classesIn('.css')]);
    expect(named.size).toBeGreaterThan(100);
    // Add the style sheet of each missing component to web/src/app/component-styles.ts.
    expect([...named].filter((name) => !styled.has(name))).toEqual([]);
  });
});
