/** An example with what it held, as JSON text. */
export interface ExamplePayload {
  id: number;
  externalId: string | null;
  input: string;
  output: string;
  metadata: string;
  /** When the revision was written, as wire text. */
  revisedAt: string;
  /** Row id of the span that it was made from, unless that is gone. */
  spanRowId: number | null;
  spanId: string | null;
  /** Names of the splits that it is in now, sorted; empty unless they were asked for. */
  splits: string[];
}
