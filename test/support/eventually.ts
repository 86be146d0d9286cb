/**
 * Repeats `probe` until it returns something truthy, and returns that.
 * @throws with the name of what it waited for if that does not happen in time.
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
    if (Date.now() > deadline) throw new Error(`In ${withinMs} ms there was no ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
