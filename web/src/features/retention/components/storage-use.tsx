import { FactList } from '../../../components/data-display/fact-list.js';
import { formatBytes, formatShare } from '../../../lib/format/numbers.js';
import { type Storage, useStorage } from '../api/storage.js';
import classes from './storage-use.module.css';

const SHOWN_TABLES = 4;

/** Less than this is always free somewhere. */
const NOTABLE_BYTES = 1024 * 1024;

/** How much storage the database uses, and which tables use most of it. */
export function StorageUse() {
  const storage = useStorage();
  return (
    <section className={classes.storage} aria-label="Storage">
      {storage ? <FactList facts={describe(storage)} /> : null}
    </section>
  );
}

function describe({ dbStorageUse: use, dbTableStats: tables }: Storage) {
  const { usedBytes, reusableBytes, capacityBytes, freeDiskBytes } = use;
  const largest = tables.slice(0, SHOWN_TABLES);
  return [
    {
      label: 'Database',
      value:
        capacityBytes === null
          ? formatBytes(usedBytes)
          : `${formatBytes(usedBytes)} of ${formatBytes(capacityBytes)} (${formatShare(usedBytes / capacityBytes)})`,
    },
    ...(reusableBytes >= NOTABLE_BYTES
      ? [{ label: 'Freed by deletion', value: `${formatBytes(reusableBytes)}, used again first` }]
      : []),
    ...(freeDiskBytes === null
      ? []
      : [{ label: 'Free on the disk', value: formatBytes(freeDiskBytes) }]),
    {
      label: 'Largest tables',
      value: largest
        .map(({ tableName, numBytes }) => keepTogether(`${tableName} ${formatBytes(numBytes)}`))
        .join(', '),
    },
  ];
}

/** Breaks no line between the words of a text. */
function keepTogether(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
