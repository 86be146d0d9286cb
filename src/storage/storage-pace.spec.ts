import { choosePause } from './storage-pace.js';

const MEBIBYTE = 2 ** 20;
const BOUNDS = { min: 50, max: 60_000 };

describe('choosePause', () => {
  it.each([
    [Infinity, 0, 60_000],
    [1_000_000 * MEBIBYTE, 0, 60_000],
    [1024 * MEBIBYTE, 0, 1_000],
    [512 * MEBIBYTE, 0, 500],
    [10 * MEBIBYTE, 0, 50],
    [0, 0, 60_000],
    [-1, 0, 60_000],
    [1024 * MEBIBYTE, -5 * MEBIBYTE, 1_000],
    [1024 * MEBIBYTE, 1024 * MEBIBYTE, 250],
  ])('pauses, with room for %d bytes used at %d per second, for %d ms', (room, rate, ms) => {
    expect(choosePause(room, rate, BOUNDS)).toBe(ms);
  });
});
