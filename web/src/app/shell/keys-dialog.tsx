import { Kbd, Modal } from '@mantine/core';
import { isMac } from '../../lib/browser/mac.js';
import classes from './keys-dialog.module.css';

const GROUPS = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl', 'K'], 'Search and commands'],
      [['/'], 'Filter of the list'],
      [['Esc'], 'Close what is on top'],
      [['?'], 'This list'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['↑', '↓'], 'Row above, row below'],
      [['Home', 'End'], 'First row, last row'],
      [['Enter'], 'Open the row'],
      [['Shift', 'click'], 'Select rows up to this one'],
    ],
  },
  {
    title: 'Open trace, session, example, run or version',
    keys: [
      [['j'], 'Next row of the list'],
      [['k'], 'Previous row of the list'],
      [['↑', '↓'], 'Span above, span below'],
      [['←', '→'], 'Collapse, expand'],
    ],
  },
  {
    title: 'Editors',
    keys: [
      [[isMac ? '⌘' : 'Ctrl', 'Enter'], 'Save'],
      [['Alt', '↑'], 'Message up'],
      [['Alt', '↓'], 'Message down'],
    ],
  },
] as const;

/** The list of keys. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
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
