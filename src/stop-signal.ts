/** Sooner than this a signal is the same one again: a terminal and npm both pass Ctrl-C on. */
const ECHO_MS = 1000;

/**
 * Waits for SIGTERM or SIGINT. It listens from its creation on, so that a signal during the start is
 * kept until the server can be stopped in order. Another one later ends the process at once: nothing
 * acknowledged is lost, and the next start cleans up.
 */
export class StopSignal {
  readonly received: Promise<NodeJS.Signals>;

  constructor(giveUp: () => void = () => process.exit(1), echoMs: number = ECHO_MS) {
    this.received = new Promise((resolve) => {
      let first: number | undefined;
      const take = (signal: NodeJS.Signals): void => {
        first ??= performance.now();
        if (performance.now() - first > echoMs) giveUp();
        resolve(signal);
      };
      process.on('SIGTERM', take);
      process.on('SIGINT', take);
    });
  }
}
