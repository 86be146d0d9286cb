/** The fields by which messages are compared. */
export interface ComparedMessage {
  roleName: string;
  text: string;
}

/** A message in the old and the new version; one of them is absent if it was added or removed. */
export interface MessagePair<T> {
  before?: T;
  after?: T;
}

/** Beyond this many comparisons, messages are paired by position. */
const LIMIT = 1_000_000;

/**
 * Pairs the messages of two versions: first the equal ones, then, in the gaps, those with the same
 * role, in order.
 */
export function pairMessages<T extends ComparedMessage>(
  before: readonly T[],
  after: readonly T[],
): MessagePair<T>[] {
  const pairs: MessagePair<T>[] = [];
  let [from, to] = [0, 0];
  for (const [left, right] of [
    ...findCommon(before, after),
    [before.length, after.length] as const,
  ]) {
    pairs.push(...pairGap(before.slice(from, left), after.slice(to, right)));
    const [one, other] = [before[left], after[right]];
    if (one && other) pairs.push({ before: one, after: other });
    [from, to] = [left + 1, right + 1];
  }
  return pairs;
}

function pairGap<T extends ComparedMessage>(removed: T[], added: T[]): MessagePair<T>[] {
  const pairs: MessagePair<T>[] = [];
  const waiting = [...added];
  for (const message of removed) {
    const at = waiting.findIndex(({ roleName }) => roleName === message.roleName);
    if (at < 0) {
      pairs.push({ before: message });
      continue;
    }
    const passed = waiting.splice(0, at + 1);
    const match = passed.pop();
    pairs.push(...passed.map((skipped) => ({ after: skipped })));
    pairs.push({ before: message, ...(match ? { after: match } : {}) });
  }
  return [...pairs, ...waiting.map((message) => ({ after: message }))];
}

/** Returns the positions of the longest common subsequence of messages. */
function findCommon<T extends ComparedMessage>(before: readonly T[], after: readonly T[]) {
  if (before.length * after.length > LIMIT) return [];
  const same = (left: number, right: number) =>
    before[left]?.roleName === after[right]?.roleName && before[left]?.text === after[right]?.text;
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (left: number, right: number) => lengths[left * width + right] ?? 0;
  for (let left = before.length - 1; left >= 0; left -= 1) {
    for (let right = after.length - 1; right >= 0; right -= 1) {
      lengths[left * width + right] = same(left, right)
        ? at(left + 1, right + 1) + 1
        : Math.max(at(left + 1, right), at(left, right + 1));
    }
  }
  const places: [left: number, right: number][] = [];
  let [left, right] = [0, 0];
  while (left < before.length && right < after.length) {
    if (same(left, right)) {
      places.push([left, right]);
      left += 1;
      right += 1;
    } else if (at(left + 1, right) >= at(left, right + 1)) left += 1;
    else right += 1;
  }
  return places;
}
