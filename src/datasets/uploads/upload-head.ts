import { UnprocessableError } from '../../common/errors/errors.js';
import type { UploadAction } from '../writing/dataset-upload.js';

const ACTIONS: Record<string, UploadAction> = {
  create: 'create',
  append: 'append',
  update: 'update',
};

/** @throws UnprocessableError when there is none. */
export function datasetName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name;
  const isGiven = name !== undefined && name !== null && typeof name !== 'string';
  throw new UnprocessableError(
    isGiven ? 'Dataset name should be a string' : 'Dataset name is required',
  );
}

/**
 * In any case; `create` when there is none.
 * @throws UnprocessableError in words that the published clients look for, slip of the pen included.
 */
export function uploadAction(action: unknown): UploadAction {
  if (action === undefined || action === null) return 'create';
  const known = typeof action === 'string' ? action.toLowerCase() : '';
  if (Object.hasOwn(ACTIONS, known)) return ACTIONS[known]!;
  const shown = typeof action === 'string' ? `: ${action.slice(0, 100)}` : '';
  throw new UnprocessableError(`Invalid dateset action${shown}`);
}
