/**
 * The nonce of styles that this page creates: the server’s policy allows no others. Empty if the
 * server requires none, as in development.
 */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

declare global {
  /**
   * Where libraries that create styles look for the nonce, including those that do not use webpack.
   */
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = cspNonce;
