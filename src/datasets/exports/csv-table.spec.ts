import type { ExamplePayload } from '../examples/example-payloads.service.js';
import { csvTable } from './csv-table.js';

const example: ExamplePayload = {
  id: 1,
  externalId: 'a',
  input: '{"q":"1"}',
  output: '{}',
  metadata: '{}',
  revisedAt: '2031-02-03T04:05:06+00:00',
  spanRowId: null,
  spanId: null,
  splits: [],
};

describe('csvTable', () => {
  it('can stop after each batch, even before the columns are known', async () => {
    let batches = 0;
    async function* read(): AsyncGenerator<ExamplePayload[]> {
      for (; batches < 10; batches += 1) yield [example];
    }
    const pieces = csvTable({ name: 'any', read });
    expect(await pieces.next()).toEqual({ done: false, value: '' });
    await pieces.return(undefined);
    expect(batches).toBe(0);
  });
});
