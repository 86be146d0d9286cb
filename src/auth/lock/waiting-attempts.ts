/** Attempts on this server that wait for an earlier attempt on the same account. */
export class WaitingAttempts {
  private readonly queues = new Map<string, (() => void)[]>();

  /**
   * Resolves when it is the attempt's turn, first come, first served, or after `maxMs`, because the
   * earlier attempt may end on another server.
   */
  wait(account: string, maxMs: number): Promise<void> {
    const queue = this.queues.get(account) ?? [];
    this.queues.set(account, queue);
    return new Promise((resolve) => {
      const proceed = (): void => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(proceed), 1);
        if (queue.length === 0) this.queues.delete(account);
        resolve();
      };
      const timer = setTimeout(proceed, maxMs);
      queue.push(proceed);
    });
  }

  hasWaiting(account: string): boolean {
    return this.queues.has(account);
  }

  /** Lets the longest-waiting attempt on the account proceed. */
  wakeNext(account: string): void {
    this.queues.get(account)?.[0]?.();
  }
}
