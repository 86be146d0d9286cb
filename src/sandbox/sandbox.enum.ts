/** The language of code. */
export enum SandboxLanguage {
  PYTHON = 'PYTHON',
  TYPESCRIPT = 'TYPESCRIPT',
}

/** The backends that run code. */
export enum SandboxBackendType {
  WASM = 'WASM',
  E2B = 'E2B',
  DAYTONA = 'DAYTONA',
  VERCEL = 'VERCEL',
  DENO = 'DENO',
  MODAL = 'MODAL',
  MONTY = 'MONTY',
}
