import TestSequencer from '@jest/test-sequencer';

/** Kinds of test file, longest first, so that short ones fill the gaps at the end. */
const KINDS = ['browser', 'slapd', 'e2e', 'drift', 'unit'];

/** Starts the slowest kind of test first, so that no worker is left with a long file at the end. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const place = ({ context }) => KINDS.indexOf(context.config.displayName.name);
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's own method, not that of an array
    return super.sort(tests).toSorted((one, other) => place(one) - place(other));
  }
}
