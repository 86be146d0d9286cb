/** A second signal within this time is an echo: the terminal and npm both forward Ctrl-C. */
const ECHO_MS = 1000;

/**
 * Waits for SIGTERM or SIGINT. It listens as soon as it is created, so that a signal during startup
 * is remembered until the server can stop cleanly. A second signal ends the process at once. No
 * acknowledged data is lost, and the next start cleans up.
 */
export class StopSignal {
  readonly received: Promise<NodeJS.Signals>;

  /** @param process emits the signals. */
  constructor(
    giveUp: () => void = () => globalThis.process.exit(1),
    echoMs: number = ECHO_MS,
    process: NodeJS.EventEmitter = globalThis.process,
  ) {
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
