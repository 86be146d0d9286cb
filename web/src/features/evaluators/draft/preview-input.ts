import type { PreviewedEvaluator } from '../api/preview.js';
import type { EvaluatorInput, EvaluatorStart } from './evaluator-draft.js';

/** Returns an evaluator in the server’s format for previews. */
export function toPreviewedEvaluator(
  { kind, evaluatorId }: EvaluatorStart,
  { name, outputConfigs, promptVersion }: EvaluatorInput,
): PreviewedEvaluator {
  if (promptVersion) {
    return { inlineLlm: { name, outputConfigs: outputConfigs ?? [], promptVersion } };
  }
  const stored = { evaluatorId: evaluatorId ?? '', name, outputConfigs };
  return kind === 'CODE' ? { code: stored } : { builtIn: stored };
}
