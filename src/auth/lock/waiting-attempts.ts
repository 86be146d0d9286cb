/** Attempts of this server that wait until one before them, on the same account, has ended. */
export class WaitingAttempts {
  private readonly queues = new Map<string, (() => void)[]>();

  /**
   * Resolves when it is this one's turn, first come, first served; or after `longestMs`, since what
   * it waits for may end on another server.
   */
  wait(account: string, longestMs: number): Promise<void> {
    const queue = this.queues.get(account) ?? [];
    this.queues.set(account, queue);
    return new Promise((resolve) => {
      const goOn = (): void => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(goOn), 1);
        if (queue.length === 0) this.queues.delete(account);
        resolve();
      };
      const timer = setTimeout(goOn, longestMs);
      queue.push(goOn);
    });
  }

  /** Whether somebody waits. */
  isAny(account: string): boolean {
    return this.queues.has(account);
  }

  /** An attempt on the account has ended: the one that waits longest goes on. */
  wakeNext(account: string): void {
    this.queues.get(account)?.[0]?.();
  }
}
