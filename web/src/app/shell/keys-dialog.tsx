import { Kbd, Modal } from '@mantine/core';
import { isMac } from '../../lib/browser/mac.js';
import classes from './keys-dialog.module.css';

const GROUPS = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl', 'K'], 'Search and commands'],
      [['/'], 'Filter the list'],
      [['Esc'], 'Close the dialog, menu or panel on top'],
      [['?'], 'Show keyboard shortcuts'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['↑', '↓'], 'Previous row, next row'],
      [['Home', 'End'], 'First row, last row'],
      [['Enter'], 'Open the row'],
      [['Shift', 'click'], 'Select a range of rows'],
    ],
  },
  {
    title: 'Charts',
    keys: [
      [['←', '→'], 'Previous bar, next bar'],
      [['Shift', '→'], 'Choose several bars'],
      [['Enter'], 'Open the list of the bar, or zoom in to the bars'],
    ],
  },
  {
    title: 'Open trace, session, example, run or version',
    keys: [
      [['j'], 'Next row in the list'],
      [['k'], 'Previous row in the list'],
      [['↑', '↓'], 'Previous span, next span'],
      [['←', '→'], 'Collapse, expand'],
      [['f'], 'Next failed span; with Shift, the previous one'],
      [['m'], 'Next word that was searched for; with Shift, the previous one'],
    ],
  },
  {
    title: 'Comparison of two traces',
    keys: [
      [['↑', '↓'], 'Previous pair of spans, next pair'],
      [['n'], 'Next pair that differs'],
      [['p'], 'Previous pair that differs'],
    ],
  },
  {
    title: 'Annotations',
    keys: [
      [['e'], 'Annotate what is open, or the selected or focused rows'],
      [['n'], 'Write a note'],
      [['0', '9'], 'Choose a label or a score; press it again to remove it'],
      [['↑', '↓'], 'Previous config, next config'],
      [['u'], 'Undo the last change'],
      [['1', '2'], 'Mark the focused document as relevant, not relevant'],
      [['Esc'], 'Close the annotations'],
    ],
  },
  {
    title: 'Review queue',
    keys: [
      [['0', '9'], 'Choose a label or a score, and go on to the next config'],
      [['Enter'], 'Finish the item, and go on to the next'],
      [[isMac ? '⌘' : 'Ctrl', 'Enter'], 'The same from a text field'],
      [['s'], 'Skip the item; it comes back at the end'],
      [['j', '→'], 'Next item, including skipped and judged ones'],
      [['k', '←'], 'Previous item'],
      [['↑', '↓'], 'Previous config, next config'],
      [['e'], 'Go to the first field'],
      [['n'], 'Write a note'],
      [['u'], 'Undo the last change'],
      [['Esc'], 'Leave the field'],
    ],
  },
  {
    title: 'Editors',
    keys: [
      [[isMac ? '⌘' : 'Ctrl', 'Enter'], 'Save'],
      [['Alt', '↑'], 'Move message up'],
      [['Alt', '↓'], 'Move message down'],
    ],
  },
  {
    title: 'Playground',
    keys: [[[isMac ? '⌘' : 'Ctrl', 'Enter'], 'Run all prompts, or stop them']],
  },
] as const;

/** The list of keyboard shortcuts. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      {GROUPS.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3>{group.title}</h3>
          <dl>
            {group.keys.map(([keys, meaning]) => (
              <div key={meaning} className={classes.row}>
                <dt>{meaning}</dt>
                <dd>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
