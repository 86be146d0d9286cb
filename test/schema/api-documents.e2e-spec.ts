import { readFile } from 'node:fs/promises';
import { renderApiDocuments } from '../../scripts/api-documents.mjs';

function readCommitted(name: string): Promise<string> {
  return readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
}

describe('the committed API documents (`npm run schema` writes them)', () => {
  let rendered: Awaited<ReturnType<typeof renderApiDocuments>>;

  beforeAll(async () => {
    rendered = await renderApiDocuments();
  });

  it('contain schema.graphql as the code defines it', async () => {
    expect(rendered['schema.graphql']).toBe(await readCommitted('schema.graphql'));
  });

  // Compared as values: Nest swaps the keys of some objects when it renders a second time.
  it('contain openapi.json as the code defines it', async () => {
    const committed: unknown = JSON.parse(await readCommitted('openapi.json'));
    expect(JSON.parse(rendered['openapi.json'])).toEqual(committed);
  });
});
