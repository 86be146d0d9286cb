/**
 * Repeats `probe` until it answers with something truthy, and gives that back.
 * @throws naming what was waited for when it does not come in time.
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
