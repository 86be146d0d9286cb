import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateDatasetMutation } from '../api/dataset-mutations.js';

/** The dataset that receives the examples: an existing one, or a new one by name. */
export type Target = { id: string; name: string } | { id?: undefined; name: string };

/** Returns the ID of the dataset, which it creates if necessary, or an error message. */
export async function ensureDataset(
  target: Target,
): Promise<{ id: string; refusal?: undefined } | { refusal: string }> {
  if (target.id !== undefined) return { id: target.id };
  const input = { name: target.name };
  const { data, error } = await settleRequest(sendDocument(CreateDatasetMutation, { input }));
  return data ? { id: data.createDataset.dataset.id } : { refusal: describeError(error).detail };
}
