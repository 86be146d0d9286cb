/**
 * The parts of the server that an access token can be limited to (RFC 8707): the whole server, or
 * only its MCP endpoint.
 */
export type Resource = 'server' | 'mcp';

const MCP_PATH = /^\/mcp(\/|$)/i;

/** Returns the part of the server that a path belongs to. */
export function resourceOf(path: string | undefined): Resource {
  return path !== undefined && MCP_PATH.test(path) ? 'mcp' : 'server';
}

/** Returns whether a token that is limited to `audience`, or to nothing, may be used at `resource`. */
export function covers(audience: Resource | null, resource: Resource): boolean {
  return audience !== 'mcp' || resource === 'mcp';
}
