import { readFile } from 'node:fs/promises';
import { renderApiDocuments } from '../../scripts/api-documents.mjs';

describe('the committed API documents', () => {
  let rendered: Awaited<ReturnType<typeof renderApiDocuments>>;

  beforeAll(async () => {
    rendered = await renderApiDocuments();
  });

  it.each(['schema.graphql', 'openapi.json'] as const)(
    'hold %s as the code defines it (npm run schema writes it)',
    async (name) => {
      const committed = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
      expect(committed).toBe(rendered[name]);
    },
  );
});
