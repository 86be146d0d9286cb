import type { AttachedFile } from './message-draft.js';

/** Reads an image that the user chose. */
export function readAttachedImage(file: File): Promise<AttachedFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve({ url: reader.result as string, mediaType: file.type, name: file.name }),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')));
    reader.readAsDataURL(file);
  });
}
