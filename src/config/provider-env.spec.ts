import { readEnv } from './env.js';

const AUTH = {
  SPANDREL_ENABLE_AUTH: 'true',
  SPANDREL_SECRET: 'a-secret-with-1-digit-and-32-letters',
};
const providersOf = (env: Record<string, string>) => readEnv(env).modelProviders;

describe('the environment for model providers', () => {
  it('allows all providers, and private networks only without authentication', () => {
    expect(providersOf({})).toMatchObject({ allowed: null, variables: new Map() });
    expect(providersOf({}).privateNetworks).toContain('127.0.0.0/8');
    expect(providersOf({}).privateNetworks).not.toContain('169.254.0.0/16');
    expect(providersOf(AUTH).privateNetworks).toEqual([]);
  });

  it('has credentials by the names of the providers, and nothing else', () => {
    const { variables } = providersOf({
      OPENAI_API_KEY: ' k ',
      OLLAMA_BASE_URL: 'http://gpu:11434/v1',
      GOOGLE_API_KEY: 'g',
      XAI_API_KEY: '  ',
      HOME: '/root',
    });
    expect(Object.fromEntries(variables)).toEqual({
      OPENAI_API_KEY: 'k',
      OLLAMA_BASE_URL: 'http://gpu:11434/v1',
      GOOGLE_API_KEY: 'g',
    });
  });

  it('reads lists, in any case and with spaces', () => {
    const settings = providersOf({
      ...AUTH,
      SPANDREL_ALLOWED_PROVIDERS: 'openai, Ollama,',
      SPANDREL_PRIVATE_PROVIDER_NETWORKS: '10.0.0.0/8, fd00::/8',
    });
    expect(settings.allowed).toEqual(['OPENAI', 'OLLAMA']);
    expect(settings.privateNetworks).toEqual(['10.0.0.0/8', 'fd00::/8']);
  });

  it.each([
    ['SPANDREL_ALLOWED_PROVIDERS', 'OPENAI,NOBODY', 'names of model providers'],
    ['SPANDREL_PRIVATE_PROVIDER_NETWORKS', '10.0.0.1', 'networks in CIDR notation'],
    ['SPANDREL_PRIVATE_PROVIDER_NETWORKS', '10.0.0.0/8,all', 'networks in CIDR notation'],
  ])('refuses %s=%s', (name, value, accepted) => {
    expect(() => readEnv({ [name]: value })).toThrow(
      `${name} is "${value}". It must be ${accepted}`,
    );
  });
});
