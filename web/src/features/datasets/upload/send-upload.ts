import { buildServerUrl } from '../../../lib/page/base-url.js';
import type { FileFormat } from './file-preview.js';

const TYPES: Record<FileFormat, string> = { csv: 'text/csv', jsonl: 'application/jsonl' };

export type UploadAction = 'create' | 'append' | 'update';

/** The file to upload, and the dataset to upload it to. */
export interface Upload {
  file: File;
  format: FileFormat;
  action: UploadAction;
  name: string;
  description: string;
  /** The destinations of the columns. */
  fields: readonly (readonly [string, string])[];
}

/** The changes that the upload made. */
export interface UploadOutcome {
  datasetId: string;
  created: number;
  updated: number;
  deleted: number;
}

/** The result of an upload. */
export type UploadEnd =
  | { outcome: UploadOutcome }
  | { refusal: string; isNameTaken: boolean }
  | { isStopped: true };

/** An upload in progress. */
export interface SentUpload {
  end: Promise<UploadEnd>;
  stop(): void;
}

interface Answer {
  data: {
    dataset_id: string;
    num_created_examples: number;
    num_updated_examples: number;
    num_deleted_examples: number;
  };
}

/**
 * Sends a file with `XMLHttpRequest`, because `fetch` reports no upload progress. Reports the sent
 * fraction to `onProgress`; at 1, the server starts to store the examples.
 */
export function sendUpload(upload: Upload, onProgress: (share: number) => void): SentUpload {
  const request = new XMLHttpRequest();
  const end = new Promise<UploadEnd>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(endOf(request)));
    request.addEventListener('abort', () => resolve({ isStopped: true }));
    request.addEventListener('error', () =>
      resolve({
        refusal: 'The server cannot be reached. Check that Spandrel is running, then try again.',
        isNameTaken: false,
      }),
    );
  });
  request.open('POST', buildServerUrl('v1/datasets/upload?sync=true'));
  request.send(buildFormData(upload));
  return { end, stop: () => request.abort() };
}

function buildFormData({ file, format, action, name, description, fields }: Upload): FormData {
  const form = new FormData();
  form.set('name', name);
  form.set('action', action);
  form.set('description', description);
  for (const [field, value] of fields) form.append(field, value);
  // The type determines how the file is read; browsers guess others from the extension.
  form.set('file', new File([file], file.name, { type: TYPES[format] }));
  return form;
}

function endOf({ status, responseText }: XMLHttpRequest): UploadEnd {
  if (status === 200) {
    const { data } = JSON.parse(responseText) as Answer;
    return {
      outcome: {
        datasetId: data.dataset_id,
        created: data.num_created_examples,
        updated: data.num_updated_examples,
        deleted: data.num_deleted_examples,
      },
    };
  }
  const refusal = responseText.trim() || `The server responded with status ${status}.`;
  return { refusal, isNameTaken: status === 409 };
}
