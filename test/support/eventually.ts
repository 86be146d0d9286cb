/**
 * Repeats `probe` until it returns something truthy, and returns that.
 * @throws an error that names `what` if that does not happen in time.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T>,
  { withinMs = 20_000, everyMs = 50 } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await probe();
    if (answer) return answer;
    if (Date.now() > deadline)
      throw new Error(`Timed out after ${withinMs} ms waiting for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
