import type { DatasetUpload, UploadedExample } from '../writing/dataset-upload.js';

/** An upload whose rows may be kept on disk until it is closed. */
export interface ReadUpload extends DatasetUpload {
  examples: AsyncGenerator<UploadedExample, void>;
  close(): Promise<void>;
}

/** The upload, closing what it reads from once nobody reads any more. */
export function readFrom(
  source: { close(): Promise<void> },
  upload: Omit<ReadUpload, 'close'>,
): ReadUpload {
  return {
    ...upload,
    async close() {
      await upload.examples.return();
      await source.close();
    },
  };
}
