/** The formats of a file with spans: OTLP in lines of JSON, and Parquet with a row for each span. */
export const EXPORT_FORMATS = ['otlp', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
