import { UnprocessableError } from '../../../kernel/errors/errors.js';
import type { JsonObject } from '../../../kernel/json/json.js';

/** One example of an upload, cleaned for storage. */
export interface ParsedExample {
  input: JsonObject;
  output: JsonObject;
  metadata: JsonObject;
  /** Trimmed and not blank. */
  splits: string[];
  /** OpenTelemetry span ID. */
  spanId: string | null;
  /** The id that its author chose, or the global ID of an example. */
  exampleId: string | null;
  /** The line of the file where it begins; absent if the format has no lines. */
  line?: number;
}

/** The treatment of an existing dataset, and of its examples that the upload does not name. */
export type UploadAction = 'create' | 'append' | 'update';

/** The contents of an upload in any format. Its rows may be on disk until it is closed. */
export interface ParsedUpload {
  name: string;
  action: UploadAction;
  /** Only for a dataset that the upload creates. */
  description: string | null;
  /** Whether the upload names any splits. If not, examples stay in their splits. */
  areSplitsProvided: boolean;
  /** Read once and lazily. If reading fails, nothing of the upload is stored. */
  examples: AsyncGenerator<ParsedExample, void>;
  close(): Promise<void>;
}

/** The fields of an upload besides its examples. */
export interface UploadHead extends Pick<
  ParsedUpload,
  'name' | 'action' | 'description' | 'areSplitsProvided'
> {
  userId: number | null;
  /** Row ID of the project to which the dataset is to belong; null for none, or the one that it has. */
  projectId: number | null;
}

const ACTIONS: Record<string, UploadAction> = {
  create: 'create',
  append: 'append',
  update: 'update',
};

/** Completes an upload so that closing it also closes the source of its examples. */
export function closeWith(
  source: { close(): Promise<void> },
  upload: Omit<ParsedUpload, 'close'>,
): ParsedUpload {
  return {
    ...upload,
    async close() {
      await upload.examples.return();
      await source.close();
    },
  };
}

/** @throws UnprocessableError for a missing name. Published clients compare the text. */
export function readDatasetName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name;
  const isGiven = name !== undefined && name !== null && typeof name !== 'string';
  throw new UnprocessableError(
    isGiven ? 'Dataset name should be a string' : 'Dataset name is required',
  );
}

/**
 * Reads the action, ignoring case; `create` by default.
 * @throws UnprocessableError. Published clients look for its text, including the spelling mistake.
 */
export function readUploadAction(action: unknown): UploadAction {
  if (action === undefined || action === null) return 'create';
  const known = typeof action === 'string' ? action.toLowerCase() : '';
  if (Object.hasOwn(ACTIONS, known)) return ACTIONS[known]!;
  const shown = typeof action === 'string' ? `: ${action.slice(0, 100)}` : '';
  throw new UnprocessableError(`Invalid dateset action${shown}`);
}
