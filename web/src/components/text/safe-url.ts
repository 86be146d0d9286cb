/** What an address in stored text may do: be followed by a click, or be drawn. */
const linkSchemes = new Set(['http:', 'https:', 'mailto:']);
const imageData = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i;

/** The address when a link may point to it, else `undefined`. Relative addresses would lead into this app. */
export function toSafeLink(address: string): string | undefined {
  return schemeOf(address, linkSchemes);
}

/** How an image may be shown: at once, only on demand (it asks another server), or not at all. */
export function judgeImage(address: string): 'inline' | 'on-demand' | 'refused' {
  if (imageData.test(address)) return 'inline';
  return schemeOf(address, new Set(['http:', 'https:'])) ? 'on-demand' : 'refused';
}

function schemeOf(address: string, allowed: ReadonlySet<string>): string | undefined {
  if (!URL.canParse(address)) return undefined;
  return allowed.has(new URL(address).protocol) ? address : undefined;
}
