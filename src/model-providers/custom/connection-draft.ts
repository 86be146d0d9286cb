import { DomainError } from '../../kernel/errors/errors.js';
import type { BedrockConnection, ModelConnection } from '../clients/model-connection.js';

type CredentialName = 'apiKey' | 'accessKeyId' | 'secretAccessKey' | 'sessionToken';

/** A header as given. Without a value, it keeps the stored one. */
export interface HeaderDraft {
  name: string;
  value?: string | null;
}

/** A connection as an administrator gives it. Credentials that are absent keep their stored value. */
export type ConnectionDraft = DraftOf<ModelConnection>;

type DraftOf<C> = C extends ModelConnection
  ? Omit<C, CredentialName | 'headers'> & {
      [Name in keyof C & CredentialName]?: string | null;
    } & (C extends { headers: unknown } ? { headers: readonly HeaderDraft[] } : unknown)
  : never;

/**
 * Completes a connection with the stored credentials, if it has the same SDK and address. They are
 * never sent to another address, because it could be one that collects them.
 * @throws DomainError BAD_USER_INPUT if a credential or the value of a header is missing.
 */
export function completeConnection(
  draft: ConnectionDraft,
  stored: ModelConnection | null,
): ModelConnection {
  const former = stored?.sdk === draft.sdk ? stored : null;
  const isMoved = former !== null && addressOf(former) !== addressOf(draft);
  const known = isMoved ? null : former;
  const requireValue = (name: string, value: string | null | undefined): string => {
    if (value) return value;
    throw new DomainError(
      'BAD_USER_INPUT',
      isMoved ? `${name} is required, because the address changes.` : `${name} is required.`,
    );
  };
  if (draft.sdk === 'aws_bedrock') {
    const { region, endpointUrl } = draft;
    const keys = chooseAwsKeys(draft, known?.sdk === 'aws_bedrock' ? known : null);
    return {
      sdk: draft.sdk,
      region,
      endpointUrl,
      accessKeyId: requireValue('accessKeyId', keys?.accessKeyId),
      secretAccessKey: requireValue('secretAccessKey', keys?.secretAccessKey),
      sessionToken: keys?.sessionToken ?? null,
    };
  }
  const keyed = known?.sdk === 'aws_bedrock' ? null : known;
  const headers = draft.headers.map(({ name, value }) => [
    name,
    requireValue(`The value of the header "${name}"`, value ?? findHeader(keyed?.headers, name)),
  ]);
  return {
    ...draft,
    apiKey: requireValue('apiKey', draft.apiKey ?? keyed?.apiKey),
    headers: Object.fromEntries(headers),
  };
}

/** Returns the address of a connection; null for the provider's own address. */
function addressOf(connection: ModelConnection | ConnectionDraft): string | null {
  if (connection.sdk === 'azure_openai') return connection.endpoint;
  if (connection.sdk === 'aws_bedrock') return connection.endpointUrl;
  return connection.baseUrl;
}

/** The parts of an AWS credential belong together, so either all of them are kept or none. */
function chooseAwsKeys(
  draft: Pick<ConnectionDraft & { sdk: 'aws_bedrock' }, CredentialName & keyof BedrockConnection>,
  known: BedrockConnection | null,
) {
  return (draft.accessKeyId ?? draft.secretAccessKey ?? draft.sessionToken) ? draft : known;
}

function findHeader(headers: Record<string, string> = {}, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([known]) => known.toLowerCase() === wanted)?.[1];
}
