/** Shorter texts are no pictures, and longer ones would take too much of the page. */
const FEWEST_CHARACTERS = 48;
const MAX_CHARACTERS = 20_000_000;

/** The first bytes of files of each type that browsers show and that cannot contain scripts. */
const TYPES: readonly { type: string; magic: RegExp }[] = [
  { type: 'image/png', magic: /^\x89PNG\r\n/ },
  { type: 'image/jpeg', magic: /^\xff\xd8\xff/ },
  { type: 'image/gif', magic: /^GIF8[79]a/ },
  { type: 'image/webp', magic: /^RIFF[^]{4}WEBP/ },
  { type: 'image/avif', magic: /^[^]{4}ftypavif/ },
];

/** So many characters contain the first bytes of each type. */
const HEAD = 24;

/** No two parts of it accept the same character, so that it takes linear time. */
const BASE64 = /^[A-Za-z0-9+/_\s-]+(?:=\s*){0,2}$/;

/**
 * Returns the data URL of a picture whose bytes are written in base64, also that of URLs and with line
 * breaks; undefined for all other text. The bytes decide about the type.
 */
export function findImageUrl(text: string): string | undefined {
  if (text.length < FEWEST_CHARACTERS || text.length > MAX_CHARACTERS) return undefined;
  const head = toStandard(text.slice(0, 2 * HEAD)).slice(0, HEAD);
  if (!/^[A-Za-z0-9+/]{24}$/.test(head)) return undefined;
  const bytes = atob(head);
  const known = TYPES.find(({ magic }) => magic.test(bytes));
  if (!known || !BASE64.test(text)) return undefined;
  return `data:${known.type};base64,${toStandard(text)}`;
}

function toStandard(base64: string): string {
  return base64.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
}
