const KEY = 'time-zone';

let chosen = readChosen();

/** The time zone for showing times, such as `Europe/Vienna`; undefined for the system’s. */
export function getTimeZone(): string | undefined {
  return chosen;
}

/**
 * Remembers the time zone in this browser. Times on the page change when they are next rendered.
 */
export function chooseTimeZone(zone: string | undefined): void {
  chosen = zone;
  try {
    if (zone === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, zone);
  } catch {
    // If storage is full or forbidden, the choice is just not remembered.
  }
}

/** Returns the system’s time zone, as named by the browser. */
export function getSystemTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Lists every time zone that the browser knows, and UTC, which its own list leaves out. */
export function listTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Some browsers list time zones under names that are no longer used. */
const RENAMED = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Godthab', 'America/Nuuk'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho Chi Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
]);

/** Returns the label of a time zone: `America/New York`. */
export function formatTimeZone(zone: string): string {
  return RENAMED.get(zone) ?? zone.replaceAll('_', ' ');
}

function readChosen(): string | undefined {
  try {
    const zone = localStorage.getItem(KEY) ?? '';
    // A time zone that this browser does not know would break every time on the page.
    return listTimeZones().includes(zone) ? zone : undefined;
  } catch {
    return undefined;
  }
}
