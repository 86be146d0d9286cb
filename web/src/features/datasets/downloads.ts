/** What the examples of a dataset can be saved as. */
export const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'jsonl', label: 'JSON lines' },
  { format: 'jsonl/openai_ft', label: 'OpenAI fine-tuning' },
  { format: 'jsonl/openai_evals', label: 'OpenAI evals' },
] as const;

/** Where a file is below the address of the server; the newest version unless another is named. */
export function downloadPath(
  datasetId: string,
  format: (typeof FORMATS)[number]['format'],
  version?: string,
): string {
  const query = version === undefined ? '' : `?version_id=${encodeURIComponent(version)}`;
  return `v1/datasets/${encodeURIComponent(datasetId)}/${format}${query}`;
}
