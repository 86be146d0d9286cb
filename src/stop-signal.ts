/**
 * Waits for SIGTERM or SIGINT. It listens from its creation on, so that a signal during the start is
 * kept until the server can be stopped in order.
 */
export class StopSignal {
  readonly received: Promise<NodeJS.Signals>;

  constructor() {
    this.received = new Promise((resolve) => {
      process.on('SIGTERM', resolve);
      process.on('SIGINT', resolve);
    });
  }
}
