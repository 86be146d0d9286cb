import { createMessage } from '../../../components/prompt-editor/message-draft.js';
import {
  copyPlaygroundDraft,
  createBlankStart,
  createPlaygroundDraft,
  duplicateVariant,
  isEdited,
  MAX_VARIANTS,
  moveVariant,
  type PlaygroundDraft,
  removeVariant,
  setVariant,
} from './playground-draft.js';

const blank = () => createPlaygroundDraft(createBlankStart());
const first = ({ variants }: PlaygroundDraft) => variants[0]!;
const names = ({ variants }: PlaygroundDraft) => variants.map(({ modelName }) => modelName);

/** Returns a page with variants of these models. */
function withModels(...models: string[]): PlaygroundDraft {
  let draft = blank();
  while (draft.variants.length < models.length) draft = duplicateVariant(draft, first(draft).key);
  return {
    ...draft,
    variants: draft.variants.map((variant, index) => ({ ...variant, modelName: models[index]! })),
  };
}

describe('variants', () => {
  it('are copied next to the one they come from', () => {
    const draft = withModels('a', 'b');
    const longer = duplicateVariant(draft, first(draft).key);
    expect(names(longer)).toEqual(['a', 'a', 'b']);
    expect(new Set(longer.variants.map(({ key }) => key)).size).toBe(3);
  });

  it('are limited in number', () => {
    const full = withModels(...Array.from({ length: MAX_VARIANTS }, String));
    expect(duplicateVariant(full, first(full).key)).toBe(full);
  });

  it('can be removed, except for the last one', () => {
    const draft = withModels('a', 'b');
    const shorter = removeVariant(draft, first(draft).key);
    expect(names(shorter)).toEqual(['b']);
    expect(removeVariant(shorter, first(shorter).key)).toBe(shorter);
  });

  it('can be moved, but not beyond the ends', () => {
    const draft = withModels('a', 'b', 'c');
    const { key } = first(draft);
    expect(names(moveVariant(draft, key, 1))).toEqual(['b', 'a', 'c']);
    expect(names(moveVariant(draft, key, -1))).toEqual(['a', 'b', 'c']);
  });
});

describe('a draft', () => {
  it('is edited once its content differs, whatever the keys of its messages', () => {
    const draft = blank();
    const { templateFormat } = draft;
    expect(isEdited(first(draft), templateFormat)).toBe(false);
    expect(isEdited(first(copyPlaygroundDraft(draft)), templateFormat)).toBe(false);
    expect(isEdited({ ...first(draft), modelName: 'm' }, templateFormat)).toBe(true);
    expect(isEdited(first(draft), 'F_STRING')).toBe(true);
    const messages = [...first(draft).messages, createMessage('AI')];
    expect(isEdited({ ...first(draft), messages }, templateFormat)).toBe(true);
  });

  it('survives storage, with keys of its own', () => {
    const draft = setVariant(blank(), { ...first(blank()), modelName: 'm' });
    const stored = copyPlaygroundDraft(JSON.parse(JSON.stringify(draft)) as PlaygroundDraft);
    expect(names(stored)).toEqual(names(draft));
    expect(first(stored).key).not.toBe(first(draft).key);
    expect(first(stored).messages[0]?.key).not.toBe(first(draft).messages[0]?.key);
  });
});
