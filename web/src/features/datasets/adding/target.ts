import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateDatasetMutation } from '../api/dataset-mutations.js';

/** Where examples go: an existing dataset, or a new one. */
export type Target = { id: string; name: string } | { id?: undefined; name: string };

/** Returns the dataset and creates it if necessary, or returns why that failed. */
export async function ensureDataset(
  target: Target,
): Promise<{ id: string; refusal?: undefined } | { refusal: string }> {
  if (target.id !== undefined) return { id: target.id };
  const input = { name: target.name };
  const { data, error } = await settleRequest(sendDocument(CreateDatasetMutation, { input }));
  return data ? { id: data.createDataset.dataset.id } : { refusal: describeError(error).detail };
}
