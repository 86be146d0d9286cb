import { useState } from 'react';
import { listCredentials, useProviders } from '../../../components/prompt-editor/provider-keys.js';
import type { InputSpec } from '../../../components/evaluators/input-specs.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import type { JsonObject } from '../../../lib/json/exact-json.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import { PreviewMutation, type PreviewResult } from '../api/preview.js';
import {
  type EvaluatorDraft,
  type EvaluatorStart,
  readEvaluatorDraft,
} from '../draft/evaluator-draft.js';
import { toPreviewedEvaluator } from '../draft/preview-input.js';

/** The evaluator to test, as it is typed. */
export interface TestedEvaluator {
  start: EvaluatorStart;
  draft: EvaluatorDraft;
  specs: readonly InputSpec[];
  /** Called with what is wrong, if something is, and with the code that was tested. */
  onTested: (problem: string | undefined, source: string) => void;
}

/** The result of a test, and the evaluator and context that it is about. */
interface Finding {
  outcome: JsonReading<PreviewResult>;
  draft: EvaluatorDraft;
  key: string;
}

/** Returns a function that runs an evaluator, and what it found out last. */
export function useEvaluatorTest({ start, draft, specs, onTested }: TestedEvaluator) {
  const [finding, setFinding] = useState<Finding>();
  const providers = useProviders();
  const [preview, isRunning] = useGraphqlMutation(PreviewMutation, {
    exact: true,
    invalidates: [],
  });

  const test = async (context: JsonObject): Promise<JsonReading<PreviewResult>> => {
    const read = readEvaluatorDraft({ ...draft, name: draft.name.trim() || 'test' }, specs);
    if ('problem' in read) return read;
    const { inputMapping, promptVersion } = read.value;
    const isBuiltIn = promptVersion?.customProviderId === null;
    const evaluator = toPreviewedEvaluator(start, read.value);
    const { data, error } = await preview({
      input: {
        credentials: isBuiltIn ? listCredentials(promptVersion.modelProvider, providers) : [],
        previews: [{ evaluator, inputMapping, context }],
      },
    });
    const [result] = data?.evaluatorPreviews.results ?? [];
    return result ? { value: result } : { problem: describeError(error).detail };
  };
  /** `key` identifies the context, to tell later whether it has changed since. */
  const run = async (context: JsonObject, key: string) => {
    if (isRunning) return;
    const outcome = await test(context);
    setFinding({ outcome, draft, key });
    const problem = 'problem' in outcome ? outcome.problem : outcome.value.error;
    onTested(problem ?? undefined, draft.code?.source ?? '');
  };
  return { run, isRunning, finding };
}
