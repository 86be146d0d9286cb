import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample, aRevision, type ExampleRow } from '../support/factories/dataset-example.js';
import { aSplit } from '../support/factories/dataset-marks.js';
import type { Sql } from '../support/factories/insert.js';

const CITIES = [
  ['France', 'Paris'],
  ['Japan', 'Tokyo'],
  ['Kenya', 'Nairobi'],
  ['Peru', 'Lima'],
  ['Chad', 'N’Djamena'],
  ['Cuba', 'Havana'],
] as const;

/** A dataset of six capitals in two splits. Its second version corrects one and deletes another. */
export interface ShownDataset {
  id: string;
  name: string;
  /** By country; Cuba is missing in the latest version. */
  examples: Record<(typeof CITIES)[number][0], ExampleRow>;
  versions: [string, string];
}

/** Returns the ID of a row in GraphQL and URLs. */
export function globalId(type: string, { id }: { id: number }): string {
  return Buffer.from(`${type}:${id}`).toString('base64');
}

export async function aDatasetToShow(database: Sql, name = 'capitals'): Promise<ShownDataset> {
  const dataset = await aDataset(database, { name, description: 'Cities of the world' });
  const first = await aDatasetVersion(database, { dataset_id: dataset.id });
  const examples: Partial<ShownDataset['examples']> = {};
  for (const [country, city] of CITIES) {
    examples[country] = await anExample(database, {
      dataset_id: dataset.id,
      external_id: country === 'Japan' ? null : country.toLowerCase(),
      input: { question: `Capital of ${country}?` },
      output: { answer: city },
      metadata: { source: 'atlas', page: city.length },
    });
  }
  const all = examples as ShownDataset['examples'];
  await aSplit(database, { name: 'train', examples: [all.France, all.Japan] });
  await aSplit(database, { name: 'test', color: '#3f9d56', examples: [all.Kenya, all.Japan] });
  const second = await aDatasetVersion(database, {
    dataset_id: dataset.id,
    description: 'After the proof-reading',
  });
  await aRevision(database, {
    example_id: all.Peru.id,
    version_id: second.id,
    input: { question: 'Capital of Peru, the seat of its government?' },
    output: { answer: 'Lima' },
  });
  await aRevision(database, { example_id: all.Cuba.id, version_id: second.id, kind: 'DELETE' });
  return {
    id: globalId('Dataset', dataset),
    name,
    examples: all,
    versions: [globalId('DatasetVersion', first), globalId('DatasetVersion', second)],
  };
}
