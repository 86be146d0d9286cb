/** How far an upload is that is stored later than it was answered. */
export enum DatasetUploadStatus {
  QUEUED = 'QUEUED',
  RUNNING = 'RUNNING',
  DONE = 'DONE',
  FAILED = 'FAILED',
}
