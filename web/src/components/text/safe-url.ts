/** The permitted uses of a URL in stored text: as a link, or as an image. */
const linkSchemes = new Set(['http:', 'https:', 'mailto:']);
const imageData = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i;

/**
 * Returns the URL if a link may point to it, otherwise undefined. Relative URLs would lead into
 * this app.
 */
export function toSafeLink(address: string): string | undefined {
  return findAllowedUrl(address, linkSchemes);
}

/** Returns how an image may be shown: at once, on request (it is on another server), or never. */
export function judgeImage(address: string): 'inline' | 'on-demand' | 'refused' {
  if (imageData.test(address)) return 'inline';
  return findAllowedUrl(address, new Set(['http:', 'https:'])) ? 'on-demand' : 'refused';
}

function findAllowedUrl(address: string, allowed: ReadonlySet<string>): string | undefined {
  if (!URL.canParse(address)) return undefined;
  return allowed.has(new URL(address).protocol) ? address : undefined;
}
