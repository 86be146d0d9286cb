import { readFile } from 'node:fs/promises';
import { renderApiDocuments } from '../../scripts/api-documents.mjs';

const SHOWN_LINES = 20;

/** The first lines that only one of the texts contains, marked as in a diff. */
function differences(committed: string, rendered: string): string[] {
  const without = (text: string, other: string, mark: string) => {
    const lines = new Set(other.split('\n'));
    return text
      .split('\n')
      .filter((line) => !lines.has(line))
      .map((line) => `${mark} ${line}`);
  };
  return [...without(committed, rendered, '-'), ...without(rendered, committed, '+')].slice(
    0,
    SHOWN_LINES,
  );
}

describe('the committed API documents', () => {
  let rendered: Awaited<ReturnType<typeof renderApiDocuments>>;

  beforeAll(async () => {
    rendered = await renderApiDocuments();
  });

  it.each(['schema.graphql', 'openapi.json'] as const)(
    'contain %s as the code defines it; `npm run schema` writes it',
    async (name) => {
      const committed = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
      expect(differences(committed, rendered[name])).toEqual([]);
      // The same lines in another order are a difference too.
      expect(committed === rendered[name]).toBe(true);
    },
  );
});
