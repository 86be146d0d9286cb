import { readFile } from 'node:fs/promises';
import { insertSenders } from './senders-table.js';

const DOCUMENT = new URL('../../../docs/sending-traces.md', import.meta.url);

describe('the table of senders', () => {
  it('is what scripts/write-senders.mjs writes', async () => {
    const document = await readFile(DOCUMENT, 'utf8');
    expect(document).toBe(insertSenders(document));
  });

  it('needs its place', () => {
    expect(() => insertSenders('# Sending traces')).toThrow('is missing');
  });
});
