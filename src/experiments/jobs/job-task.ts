import type { ConnectionWish } from '../../model-providers/chats/chats.service.js';
import type { ChatProvider } from '../../model-providers/chats/chats.service.js';
import type { PromptVersionContent } from '../../prompts/versions/prompt-requests.service.js';

/** The request that a job sends to a model for each example. Stored as JSON. */
export interface JobTask {
  version: PromptVersionContent;
  /** Row ID of the version that `version` came from. */
  promptVersionId: number | null;
  promptName: string | null;
  /** Where the variables are in `{input, reference, metadata}`; empty for all of it. */
  templateVariablesPath: string;
  /** Where to find messages to append to the prompt. */
  appendedMessagesPath: string | null;
  streamModelOutput: boolean;
  tracingEnabled: boolean;
  /** How to reach a built-in provider. */
  connection: JobConnection;
  /** Who started it. */
  username: string | null;
}

/** A connection without its secrets. */
export type JobConnection = Omit<ConnectionWish, 'credentials' | 'headers'>;

/** The secret part of a connection. */
export interface JobSecrets {
  credentials: [name: string, value: string][];
  headers: Record<string, string>;
}

/** Splits a connection into what is stored in clear and what is sealed. */
export function splitWish({ credentials, headers, ...connection }: ConnectionWish): {
  connection: JobConnection;
  /** Null if there is nothing to seal. */
  secrets: JobSecrets | null;
} {
  const secrets = { credentials: [...(credentials ?? [])], headers: headers ?? {} };
  const isEmpty = secrets.credentials.length === 0 && Object.keys(secrets.headers).length === 0;
  return { connection, secrets: isEmpty ? null : secrets };
}

export function joinWish(connection: JobConnection, secrets: JobSecrets | null): ConnectionWish {
  if (!secrets) return connection;
  return { ...connection, credentials: new Map(secrets.credentials), headers: secrets.headers };
}

/** Returns who answers the chats of a task. */
export function toProvider(
  { customProviderId, modelProvider }: PromptVersionContent,
  wish: ConnectionWish,
): ChatProvider {
  return customProviderId === null ? { key: modelProvider, wish } : { customProviderId };
}
