import TestSequencer from '@jest/test-sequencer';

/** Kinds of test files, slowest first, so that fast ones fill the gaps at the end. */
const KINDS = [
  'browser-endurance',
  'browser',
  'slapd',
  'local-model',
  'endurance',
  'e2e',
  'drift',
  'component',
  'unit',
];

/** Starts the slowest kind of test first, so that no slow file runs alone at the end. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const place = ({ context }) => KINDS.indexOf(context.config.displayName.name);
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's own method, not Array.prototype.sort
    return super.sort(tests).toSorted((one, other) => place(one) - place(other));
  }
}
