import { aDatasetVersion } from '../support/factories/dataset.js';
import { anExample, aRevision } from '../support/factories/dataset-example.js';
import { globalId } from '../support/global-id.js';
import type { TestServer } from '../support/server.js';

/** Three versions: one creates 1 and 2, one changes 1 to 11 and deletes 2, and one creates 3. */
export async function aHistory(server: TestServer) {
  const first = await aDatasetVersion(server);
  const { dataset_id } = first;
  const changed = await anExample(server, { created_version_id: first.id, input: { q: 1 } });
  const gone = await anExample(server, { created_version_id: first.id, input: { q: 2 } });
  const second = await aDatasetVersion(server, { dataset_id });
  await aRevision(server, { example_id: changed.id, version_id: second.id, input: { q: 11 } });
  await aRevision(server, { example_id: gone.id, version_id: second.id, kind: 'DELETE' });
  const third = await aDatasetVersion(server, { dataset_id });
  const young = await anExample(server, { created_version_id: third.id, input: { q: 3 } });
  const version = ({ id }: { id: number }) => globalId('DatasetVersion', id);
  return {
    dataset_id,
    changed,
    gone,
    young,
    first: version(first),
    second: version(second),
    third: version(third),
  };
}
