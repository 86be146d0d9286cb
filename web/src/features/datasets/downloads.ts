/** The download formats for the examples of a dataset. */
export const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'jsonl', label: 'JSON Lines' },
  { format: 'jsonl/openai_ft', label: 'OpenAI fine-tuning' },
  { format: 'jsonl/openai_evals', label: 'OpenAI evals' },
] as const;

/**
 * Returns the path of a download below the server address; of the newest version unless one is
 * given.
 */
export function buildDownloadPath(
  datasetId: string,
  format: (typeof FORMATS)[number]['format'],
  version?: string,
): string {
  const query = version === undefined ? '' : `?version_id=${encodeURIComponent(version)}`;
  return `v1/datasets/${encodeURIComponent(datasetId)}/${format}${query}`;
}
