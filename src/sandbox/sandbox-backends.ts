import type { Language } from './process/protocol.js';

export const SANDBOX_BACKENDS = [
  'WASM',
  'E2B',
  'DAYTONA',
  'VERCEL',
  'DENO',
  'MODAL',
  'MONTY',
] as const;
export type SandboxBackendKey = (typeof SANDBOX_BACKENDS)[number];

/** The facts about a place where code can run. */
export interface SandboxBackendFacts {
  name: string;
  description: string;
  hosting: 'LOCAL' | 'REMOTE';
  languages: Language[];
  /** The setup that the backend still needs; null if it is available. */
  requirement: string | null;
  supportsEnvironment: boolean;
  supportsNetwork: boolean;
  supportsDependencies: boolean;
  /** Names of the secrets that it would need. */
  credentials: string[];
}

const remote = (
  name: string,
  languages: Language[],
  credentials: string[],
): SandboxBackendFacts => ({
  name,
  description: `A sandbox that ${name} hosts.`,
  hosting: 'REMOTE',
  languages,
  requirement: `Spandrel has no client for ${name} yet. It would need an account there, and would send it the code and the examples.`,
  supportsEnvironment: true,
  supportsNetwork: true,
  supportsDependencies: true,
  credentials,
});

export const BACKEND_FACTS: Record<SandboxBackendKey, SandboxBackendFacts> = {
  WASM: {
    name: 'WebAssembly',
    description:
      'Runs code in processes on this server, without network, files, environment or packages.',
    hosting: 'LOCAL',
    languages: ['PYTHON', 'TYPESCRIPT'],
    requirement: null,
    supportsEnvironment: false,
    supportsNetwork: false,
    supportsDependencies: false,
    credentials: [],
  },
  E2B: remote('E2B', ['PYTHON', 'TYPESCRIPT'], ['E2B_API_KEY']),
  DAYTONA: remote('Daytona', ['PYTHON', 'TYPESCRIPT'], ['DAYTONA_API_KEY']),
  VERCEL: remote(
    'Vercel',
    ['PYTHON', 'TYPESCRIPT'],
    ['VERCEL_TOKEN', 'VERCEL_PROJECT_ID', 'VERCEL_TEAM_ID'],
  ),
  DENO: {
    name: 'Deno',
    description: 'Runs code with Deno on this server.',
    hosting: 'LOCAL',
    languages: ['TYPESCRIPT'],
    requirement: 'Spandrel cannot start Deno yet. It would need Deno on this server.',
    supportsEnvironment: true,
    supportsNetwork: true,
    supportsDependencies: true,
    credentials: [],
  },
  MODAL: remote('Modal', ['PYTHON'], ['MODAL_TOKEN_ID', 'MODAL_TOKEN_SECRET']),
  MONTY: {
    name: 'Monty',
    description: 'Runs a subset of Python with the Monty interpreter on this server.',
    hosting: 'LOCAL',
    languages: ['PYTHON'],
    requirement: 'Spandrel cannot run Monty yet. It would need the Monty interpreter.',
    supportsEnvironment: false,
    supportsNetwork: false,
    supportsDependencies: false,
    credentials: [],
  },
};
