/** Conditions that are refused because of their size, each with a part of the message. */
export const LONG_CONDITIONS: [condition: string, message: string][] = [
  [Array.from({ length: 10_000 }, () => 'a > 1').join(' or '), 'at most 50000 characters'],
  [Array.from({ length: 200 }, () => 'a > 1').join(' or '), 'at most 100 comparisons'],
  [`${'('.repeat(10_000)}a > 1${')'.repeat(10_000)}`, 'nested too deeply'],
  [`${'not '.repeat(5000)}a > 1`, 'nested too deeply'],
];
