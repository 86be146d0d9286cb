import type { AttachedFile } from './message-draft.js';

/** The types that every provider accepts in some models. */
export const ATTACHABLE = 'image/png,image/jpeg,image/gif,image/webp,application/pdf';

/** The server accepts messages of 32 MiB, and base64 makes files a third longer. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Reads a file that the user chose. @throws Error with words for the user. */
export function readAttachedFile(file: File): Promise<AttachedFile> {
  return new Promise((resolve, reject) => {
    if (file.size > MAX_FILE_BYTES) {
      reject(new Error(`${file.name} is larger than 20 MiB. Attach a smaller file.`));
      return;
    }
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve({ url: reader.result as string, mediaType: file.type, name: file.name }),
    );
    reader.addEventListener('error', () =>
      reject(new Error(`${file.name} could not be read. Choose it again.`)),
    );
    reader.readAsDataURL(file);
  });
}
