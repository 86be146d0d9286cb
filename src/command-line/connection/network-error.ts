const REASONS: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this address. Start the server, or set --url or SPANDREL_URL.',
  ENOTFOUND: 'This host name is unknown. Check --url or SPANDREL_URL.',
  EAI_AGAIN: 'This host name cannot be resolved now. Check the network.',
  ECONNRESET: 'The connection was reset.',
  UND_ERR_SOCKET: 'The connection was closed.',
  ETIMEDOUT: 'The connection timed out. Check the network.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out. Check the network.',
  UND_ERR_HEADERS_TIMEOUT: 'It did not respond in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Its certificate is self-signed. Set NODE_EXTRA_CA_CERTS to the file of the certificate.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Its certificate authority is unknown. Set NODE_EXTRA_CA_CERTS to the file of its certificate.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Its certificate authority is unknown. Set NODE_EXTRA_CA_CERTS to the file of its certificate.',
};

/** Explains in a sentence why a request failed without a response. */
export function describeNetworkError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === undefined ? undefined : REASONS[code];
    if (reason) return reason;
    if (cause.cause instanceof Error) continue;
    return cause.message.replace(/^./, (sign) => sign.toUpperCase()).replace(/\.?$/, '.');
  }
  return 'The reason is unknown.';
}
