/** A failure to report as it is, in complete sentences. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Arguments that are not valid. */
export class MisuseError extends CommandError {}

/** The user pressed Ctrl-C, so there is nothing to report. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
