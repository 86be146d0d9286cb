import { chooseWalLimit } from './wal-limit.js';

const MEBIBYTE = 2 ** 20;

describe('chooseWalLimit', () => {
  it.each([
    [-100, 128],
    [0, 128],
    [600, 128],
    [1100, 256],
    [10_000, 2048],
    [16_384, 4096],
    [1_000_000, 4096],
  ])('gives, with room for %d MiB, the WAL %d MiB', (room, limit) => {
    expect(chooseWalLimit(room * MEBIBYTE)).toBe(limit * MEBIBYTE);
  });
});
