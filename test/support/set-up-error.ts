/** Something that the tests need is missing. Jest prints only the message, which says what to do. */
export class SetUpError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    // Jest prints the stack, which names nothing that the reader could change.
    this.stack = message;
  }
}
