/**
 * Marks the styles that this page makes for itself: the server lets no others in. Empty where the
 * server asks for none, as the development server.
 */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

declare global {
  /** Where libraries that make styles look for it, also those that never met webpack. */
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = cspNonce;
