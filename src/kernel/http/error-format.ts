/** How errors are written for a protocol whose clients expect something else than text. */
export interface ErrorFormat {
  /** The paths of the protocol. */
  readonly paths: RegExp;
  /** `WWW-Authenticate` of a request without credentials, if it is not that of the rest of the server. */
  readonly challenge?: string;
  /**
   * Returns the response to an error; null to answer as everywhere else.
   * @param described status and message of that answer.
   */
  write(error: unknown, described: DescribedError): WrittenError | null;
}

export interface DescribedError {
  status: number;
  message: string;
}

export interface WrittenError {
  status: number;
  contentType: string;
  /** Sent as JSON. */
  body: object;
}
