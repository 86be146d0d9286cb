import { writeFile } from 'node:fs/promises';
import { renderApiDocuments } from './api-documents.mjs';

/** Writes the committed API documents. Run it after every change to a resolver or DTO. */
for (const [name, text] of Object.entries(await renderApiDocuments())) {
  await writeFile(new URL(`../${name}`, import.meta.url), text);
  process.stdout.write(`${name} written\n`);
}
