import type { PreviewedEvaluator } from '../api/preview.js';
import type { EvaluatorInput, EvaluatorStart } from './evaluator-draft.js';

/** Returns an evaluator in the server’s format for previews. */
export function toPreviewedEvaluator(
  { evaluatorId }: EvaluatorStart,
  { name, outputConfigs, promptVersion, code }: EvaluatorInput,
): PreviewedEvaluator {
  if (promptVersion) {
    return { inlineLlm: { name, outputConfigs: outputConfigs ?? [], promptVersion } };
  }
  if (code) {
    const { language, sandboxConfigId, source: sourceCode } = code;
    return { inlineCode: { name, outputConfigs, language, sandboxConfigId, sourceCode } };
  }
  return { builtIn: { evaluatorId: evaluatorId ?? '', name, outputConfigs } };
}
