import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import type { DatasetRunInput } from '../api/dataset-run.js';
import { getLetter, isEdited, type PlaygroundDraft } from './playground-draft.js';
import { readSentPrompt, type SentPrompt } from './read-question.js';

/** The values of the form for runs over a dataset. Empty limits are none. */
export interface DatasetRunSettings {
  datasetId: string;
  /** The IDs of the evaluators that judge each run; null for all of the dataset. */
  evaluatorIds: readonly string[] | null;
  /** Empty for a name of the server’s choice. */
  name: string;
  /** Where the variables are in an example; see `templateVariablesPath`. */
  source: string;
  repetitions: number | string;
  /** US dollars. */
  maxCost: number | string;
  maxTokens: number | string;
}

/** Returns for each variant what to send, or what is wrong with it. */
export function listDatasetRuns(
  { variants, templateFormat }: PlaygroundDraft,
  settings: DatasetRunSettings,
  credentialsOf: (provider: ModelProvider) => SentPrompt['credentials'],
): JsonReading<DatasetRunInput>[] {
  const name = settings.name.trim();
  const limit = (value: number | string) => (value === '' ? null : Number(value));
  return variants.map((variant, index) => {
    const credentials = credentialsOf(variant.modelProvider);
    const prompt = readSentPrompt(variant, templateFormat, credentials);
    if ('problem' in prompt) return prompt;
    const letter = variants.length > 1 ? ` ${getLetter(index)}` : '';
    return {
      value: {
        ...prompt.value,
        datasetId: settings.datasetId,
        evaluators: settings.evaluatorIds && settings.evaluatorIds.map((id) => ({ id })),
        experimentName: name === '' ? null : name + letter,
        promptVersionId: isEdited(variant, templateFormat)
          ? null
          : (variant.origin?.versionId ?? null),
        templateVariablesPath: settings.source,
        repetitions: Number(settings.repetitions) || 1,
        budget: { maxCost: limit(settings.maxCost), maxTokens: limit(settings.maxTokens) },
        streamModelOutput: false,
      },
    };
  });
}
