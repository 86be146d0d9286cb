import { listTexts } from '../../../components/prompt-editor/message-draft.js';
import {
  type TemplateReading,
  useTemplateReading,
} from '../../../components/prompt-editor/template-reading.js';
import type { PlaygroundDraft } from './playground-draft.js';

const NONE: TemplateReading['problems'] = [];

/** Returns the variables of all variants, and the problems of each by its key. */
export function useVariantsReading({ variants, templateFormat }: PlaygroundDraft) {
  const messages = variants.flatMap((variant) => variant.messages.map(listTexts));
  const reading = useTemplateReading(messages, templateFormat);
  const problemsOf = (key: string): TemplateReading['problems'] => {
    const at = variants.findIndex((variant) => variant.key === key);
    const before = variants.slice(0, at).reduce((sum, variant) => sum + variant.messages.length, 0);
    const count = variants[at]?.messages.length ?? 0;
    const own = reading?.problems.filter(({ index }) => index >= before && index < before + count);
    if (!own || own.length === 0) return NONE;
    return own.map(({ index, message }) => ({ index: index - before, message }));
  };
  return { names: reading?.names, texts: messages.flat(), problemsOf };
}
