/** Injection token of the validated environment, which `config/` reads: `@Inject(ENV) env: Env`. */
export const ENV = Symbol('env');

/** The variables on which the kernel depends. `Env` of `config/env.ts` has all. */
export interface KernelEnv {
  auth: { isEnabled: boolean };
  /** Where users reach the server, as configured, without the root path. */
  publicUrl: string | undefined;
  /** Where users reach the server unless a request says otherwise, with the root path. */
  rootUrl: string;
  /** Begins with a slash unless it is empty. */
  rootPath: string;
  /** Whether unknown errors show nothing of what happened. */
  maskInternalErrors: boolean;
}
