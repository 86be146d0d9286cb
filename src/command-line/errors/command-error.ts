/** A failure to report as it is, in complete sentences. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Arguments that are not valid. */
export class MisuseError extends CommandError {}
