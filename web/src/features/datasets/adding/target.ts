import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import type { ProjectOfPage } from '../../../lib/viewer/project-of-page.js';
import { CreateDatasetMutation } from '../api/dataset-mutations.js';

/** The dataset that receives the examples: an existing one, or a new one by name. */
export type Target = { id: string; name: string } | { id?: undefined; name: string };

/**
 * Returns the ID of the dataset, which it creates if necessary, or an error message.
 * @param project where the examples come from. A new dataset with private data stays in that project.
 */
export async function ensureDataset(
  target: Target,
  project: ProjectOfPage | null,
): Promise<{ id: string; refusal?: undefined } | { refusal: string }> {
  if (target.id !== undefined) return { id: target.id };
  const projectId = project?.isPrivate ? project.id : null;
  const input = { name: target.name, projectId };
  const { data, error } = await settleRequest(sendDocument(CreateDatasetMutation, { input }));
  return data ? { id: data.createDataset.dataset.id } : { refusal: describeError(error).detail };
}
