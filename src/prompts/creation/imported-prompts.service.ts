import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { ANONYMOUS } from '../../kernel/access/access.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { requireIdentifier } from '../../kernel/validation/identifier.js';
import { readAs } from '../../kernel/validation/read-as.js';
import { listMarks } from '../versions/prompt-versions.queries.js';
import type { NewTag } from '../tags/prompt-tags.service.js';
import { promptVersionBody, toContent } from '../versions/prompt-version.schema.js';
import { PromptCreationService } from './prompt-creation.service.js';

/** Key in the metadata of a version. Its value is the ID that the version had elsewhere. */
const IMPORTED_VERSION = 'imported_version';

/** A version of a prompt of another server. */
export interface ImportedPromptVersion {
  prompt: { name: string; description: string | null; metadata: JsonObject };
  /** ID on the other server. */
  id: string;
  /** As the REST API shows it. */
  version: JsonObject;
  tags: readonly NewTag[];
}

/** Repeats the versions of prompts of other servers. */
@Injectable()
export class ImportedPromptsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly creation: PromptCreationService,
  ) {}

  /**
   * Returns the IDs that versions of a prompt had elsewhere, newest first; null if the prompt does not
   * exist. Versions that were made here have none.
   */
  listVersions(name: string): Promise<(string | null)[] | null> {
    return listMarks(this.database, name, IMPORTED_VERSION);
  }

  /**
   * Creates the next version of a prompt, and the prompt with the first one. Its tags then point to it.
   * @throws UnprocessableError or ValidationError if it is not a version that can be stored.
   */
  async store({ prompt, id, version, tags }: ImportedPromptVersion): Promise<void> {
    const { name } = prompt;
    requireIdentifier(name, 'prompt name');
    const content = toContent(readAs(promptVersionBody, version, [name]));
    const imported = { ...content, metadata: { ...content.metadata, [IMPORTED_VERSION]: id } };
    const isNew = (await this.listVersions(name)) === null;
    if (isNew) await this.creation.createPrompt(prompt, imported, tags, ANONYMOUS);
    else await this.creation.addVersion(name, imported, tags, ANONYMOUS);
  }
}
