/** The keys of secrets that were changed, last first. */
export class ChangedSecrets {
  upserted_keys: string[];

  /** Those included that there were none of. */
  deleted_keys: string[];
}

export class ChangedSecretsAnswer {
  data: ChangedSecrets;
}
