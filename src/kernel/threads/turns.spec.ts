import { keepTurnShort, startShortTurns } from './turns.js';

const holdFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe('background work that keeps its turns short', () => {
  /** Lets several callers do pieces of work at once, and returns how many pieces each turn had. */
  async function countPieces(callers: number, pieces: number, pieceMs: number): Promise<number[]> {
    const counts: number[] = [];
    let isOver = false;
    const count = () => {
      counts.push(0);
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const work = async () => {
      for (let piece = 0; piece < pieces; piece += 1) {
        await keepTurnShort();
        holdFor(pieceMs);
        counts.push((counts.pop() ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: callers }, work));
    isOver = true;
    return counts.filter((pieceCount) => pieceCount > 0);
  }

  it('does one long piece in each', async () => {
    const counts = await countPieces(5, 3, 12);
    expect(counts).toEqual(Array.from({ length: 15 }, () => 1));
  });

  it('does many short pieces in each', async () => {
    const counts = await countPieces(5, 20, 0);
    expect(counts.length).toBeLessThan(50);
    expect(counts.reduce((sum, count) => sum + count)).toBe(100);
  });
});

describe('work of one caller that keeps its turns short', () => {
  it('does not wait for background work of others', async () => {
    const over = new AbortController();
    const background = Array.from({ length: 20 }, async () => {
      while (!over.signal.aborted) {
        await keepTurnShort();
        holdFor(3);
      }
    });
    const rest = startShortTurns();
    const started = performance.now();
    for (let row = 0; row < 200; row += 1) await rest();
    over.abort();
    await Promise.all(background);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('leaves room for others once it has worked for a while', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      if (turns < 100) setImmediate(count);
    };
    setImmediate(count);
    const rest = startShortTurns();
    for (let piece = 0; piece < 5; piece += 1) {
      await rest();
      holdFor(12);
    }
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
