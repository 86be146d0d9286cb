/** The keys of the changed secrets, in reverse order of the changes. */
export class ChangedSecrets {
  upserted_keys: string[];

  /** Includes keys that did not exist. */
  deleted_keys: string[];
}

export class ChangedSecretsAnswer {
  data: ChangedSecrets;
}
