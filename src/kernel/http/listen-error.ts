/** The address of a listener, and the variables that set it. */
interface Listener {
  /** The listener, as the subject of a sentence: `OTLP over gRPC`. */
  what: string;
  host: string;
  port: number;
  portVariable: 'SPANDREL_PORT' | 'SPANDREL_GRPC_PORT' | 'SPANDREL_PROMETHEUS_PORT';
}

/** A port could not be opened. The message says why, and which variable to change. */
export class ListenError extends Error {
  constructor(listener: Listener, cause: Error) {
    super(describe(listener, cause), { cause });
  }
}

function describe({ what, host, port, portVariable }: Listener, cause: Error): string {
  switch (codeOf(cause)) {
    case 'EADDRINUSE':
      return (
        `${what} cannot listen on port ${port} of ${host}, because another program uses it. Stop that ` +
        `program, or set ${portVariable} to a free port.`
      );
    case 'EACCES':
      return (
        `${what} cannot listen on port ${port}, because this user may not. Set ${portVariable} to a ` +
        'port above 1023.'
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return (
        `${what} cannot listen on ${host}, because this machine does not have that address. Set ` +
        'SPANDREL_HOST to one of its addresses.'
      );
    default:
      return `${what} cannot listen on port ${port} of ${host}: ${cause.message}`;
  }
}

/** Finds the system's error code, which errors of the gRPC server contain only in their message. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /\bE[A-Z]{5,}\b/.exec(error.message)?.[0];
}
