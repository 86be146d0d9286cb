import { authorizationServerVariables } from './authorization-server-env.js';

const PREFIX = 'SPANDREL_OAUTH2_';

const SUFFIXES = [
  'CLIENT_ID',
  'CLIENT_SECRET',
  'OIDC_CONFIG_URL',
  'DISPLAY_NAME',
  'ALLOW_SIGN_UP',
  'AUTO_LOGIN',
  'USE_PKCE',
  'RP_INITIATED_LOGOUT',
  'TOKEN_ENDPOINT_AUTH_METHOD',
  'CLIENT_ASSERTION_FILE',
  'CLIENT_ASSERTION_FILE_ENV_VAR',
  'SCOPES',
  'EMAIL_ATTRIBUTE_PATH',
  'GROUPS_ATTRIBUTE_PATH',
  'ALLOWED_GROUPS',
  'SYNCED_GROUPS_PATH',
  'ROLE_ATTRIBUTE_PATH',
  'ROLE_MAPPING',
  'ROLE_ATTRIBUTE_STRICT',
  'ROLE_RESYNC',
];

const PROVIDER_VARIABLE = new RegExp(`^${PREFIX}(\\w+?)_(${SUFFIXES.join('|')})$`);

/** Names of routes under `/oauth2`, which a provider with the same name would hide. */
const RESERVED_NAMES = new Set(['authorize', 'token', 'revoke', 'register', 'consent']);

/** The variables of one provider, and the mistakes in them. */
export class ProviderVariables {
  private constructor(
    /** Name of the provider in lower case. */
    readonly provider: string,
    private readonly prefix: string,
    private readonly values: Map<string, string>,
    private readonly problems: string[],
  ) {}

  /** Groups the environment's variables by provider. */
  static groupedByProvider(
    source: Record<string, string | undefined>,
    problems: string[],
  ): ProviderVariables[] {
    const found = new Map<string, ProviderVariables>();
    const given = Object.entries(source)
      .map(([name, value]) => [name, value?.trim() ?? ''] as const)
      .filter(([name, value]) => name.startsWith(PREFIX) && value !== '');
    for (const [name, value] of given) {
      const [, idp, suffix] = PROVIDER_VARIABLE.exec(name) ?? [];
      if (!idp || !suffix) continue;
      const provider = idp.toLowerCase();
      if (!found.has(provider)) {
        const prefix = `${PREFIX}${idp}_`;
        found.set(provider, new ProviderVariables(provider, prefix, new Map(), problems));
      }
      found.get(provider)?.values.set(suffix, value);
    }
    const providers = [...found.values()].toSorted((a, b) => (a.provider < b.provider ? -1 : 1));
    refuseReserved(providers, problems);
    refuseMisspelt(given, providers, problems);
    return providers;
  }

  /** The full name of one of this provider's variables. */
  toVariableName(suffix: string): string {
    return `${this.prefix}${suffix}`;
  }

  text(suffix: string): string | undefined {
    return this.values.get(suffix);
  }

  /** Returns a required value. If it is not set, records a problem and returns an empty string. */
  required(suffix: string): string {
    const value = this.text(suffix);
    if (value) return value;
    this.refuse(
      `${this.toVariableName(suffix)} is not set, but the provider ${this.provider} needs it.`,
    );
    return '';
  }

  flag(suffix: string, fallback: boolean): boolean {
    const value = this.text(suffix)?.toLowerCase();
    if (value === undefined) return fallback;
    if (value !== 'true' && value !== 'false') this.refuseValue(suffix, 'true or false');
    return value === 'true';
  }

  /** Returns one of several words, ignoring case; the first if it is not set. */
  oneOf<Word extends string>(suffix: string, accepted: readonly [Word, ...Word[]]): Word {
    const value = this.text(suffix)?.toLowerCase();
    const word = accepted.find((candidate) => candidate === value);
    if (value !== undefined && !word) this.refuseValue(suffix, `one of ${accepted.join(', ')}`);
    return word ?? accepted[0];
  }

  refuseValue(suffix: string, accepted: string): void {
    this.refuse(
      `${this.toVariableName(suffix)} is "${this.text(suffix)}". It must be ${accepted}.`,
    );
  }

  /** Records a problem on a single line, even if it quotes a value with line breaks. */
  refuse(line: string): void {
    this.problems.push(line.replaceAll(/\s+/g, ' '));
  }
}

function refuseReserved(providers: ProviderVariables[], problems: string[]): void {
  for (const { provider } of providers) {
    if (!RESERVED_NAMES.has(provider)) continue;
    problems.push(
      `${PREFIX}${provider.toUpperCase()}_… configures a provider named ${provider}, which is ` +
        `reserved. Choose a name other than ${[...RESERVED_NAMES].join(', ')}.`,
    );
  }
}

/** Otherwise, a misspelled `ALLOWED_GROUPS` would let everyone in. */
function refuseMisspelt(
  given: (readonly [string, string])[],
  providers: ProviderVariables[],
  problems: string[],
): void {
  for (const [name] of given) {
    if (PROVIDER_VARIABLE.test(name) || name in authorizationServerVariables) continue;
    const owner = providers.find((provider) => name.startsWith(provider.toVariableName('')));
    if (!owner) continue;
    problems.push(
      `${name} is not known. After ${owner.toVariableName('')} use one of ${SUFFIXES.join(', ')}.`,
    );
  }
}
