const KEY = 'time-zone';

let chosen = readChosen();

/** The zone times are shown in, such as `Europe/Vienna`; undefined means that of the system. */
export function timeZone(): string | undefined {
  return chosen;
}

/** Remembers the zone in this browser. Times already on the page follow when they are drawn again. */
export function chooseTimeZone(zone: string | undefined): void {
  chosen = zone;
  try {
    if (zone === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, zone);
  } catch {
    // A full or forbidden storage costs only the memory of the choice.
  }
}

/** The zone of the system, as the browser names it. */
export function systemTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every zone the browser knows, with UTC first, which its own list leaves out. */
export function allTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Browsers list some zones by names that their cities have given up. */
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

/** What people call a zone: `America/New York`. */
export function zoneLabel(zone: string): string {
  return RENAMED.get(zone) ?? zone.replaceAll('_', ' ');
}

function readChosen(): string | undefined {
  try {
    const zone = localStorage.getItem(KEY) ?? '';
    // A zone this browser does not know would break every time on the page.
    return allTimeZones().includes(zone) ? zone : undefined;
  } catch {
    return undefined;
  }
}
