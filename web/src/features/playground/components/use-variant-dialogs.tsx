import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { toVersionDraft } from '../../../components/prompt-editor/version-draft.js';
import { usePromptVersion, type VersionDetail } from '../../../components/prompt-editor/version.js';
import { formatLabel } from '../../../components/prompt-editor/template-formats.js';
import { useProviders } from '../../../components/prompt-editor/provider-keys.js';
import {
  createVariant,
  getLetter,
  isEdited,
  type PlaygroundDraft,
  setVariant,
  type Variant,
  type VariantOrigin,
  writeContent,
} from '../draft/playground-draft.js';
import type { PlaygroundActions } from '../use-playground.js';
import { KeysDialog } from './keys-dialog.js';
import { LoadPromptDialog } from './load-prompt-dialog.js';
import { SaveDialog } from './save-dialog.js';
import { PromptCodeDialog } from '../../../components/prompt-editor/prompt-code-dialog.js';

/** The dialogs for one variant, and functions that open them. */
export function useVariantDialogs(draft: PlaygroundDraft, change: PlaygroundActions['change']) {
  const { variants, templateFormat } = draft;
  const providers = useProviders();
  const [saved, setSaved] = useState<Variant>();
  const [keyless, setKeyless] = useState<Variant>();
  const [replacedKey, setReplacedKey] = useState<string>();
  const [codeOf, setCodeOf] = useState<string>();

  const at = variants.findIndex(({ key }) => key === replacedKey);
  const replaced = variants[at];
  const load = (version: VersionDetail, origin: VariantOrigin) => {
    if (!replaced) return;
    const chat = toVersionDraft(version);
    const isOnly = variants.length === 1;
    if (!isOnly && chat.templateFormat !== templateFormat) {
      notifications.show({
        message: `This version was written with the variable syntax ${formatLabel(chat.templateFormat)}.`,
      });
    }
    const loaded = { ...createVariant(chat, chat.templateFormat, origin), key: replaced.key };
    change((now) => ({
      ...setVariant(now, loaded),
      templateFormat: isOnly ? chat.templateFormat : now.templateFormat,
    }));
  };
  const markSaved = (variant: Variant, origin: VariantOrigin) =>
    change((now) => {
      const current = now.variants.find(({ key }) => key === variant.key);
      if (!current) return now;
      return setVariant(now, { ...current, origin, saved: writeContent(variant, templateFormat) });
    });

  const open = useMemo(
    () => ({
      save: (variant: Variant) => setSaved(variant),
      keys: (variant: Variant) => setKeyless(variant),
      load: ({ key }: Variant) => setReplacedKey(key),
      code: (versionId: string) => setCodeOf(versionId),
    }),
    [],
  );

  return {
    open,
    elements: (
      <>
        <SaveDialog
          variant={saved}
          templateFormat={templateFormat}
          onClose={() => setSaved(undefined)}
          onSaved={markSaved}
        />
        <KeysDialog
          provider={keyless && providers?.find(({ key }) => key === keyless.modelProvider)}
          onClose={() => setKeyless(undefined)}
        />
        <LoadPromptDialog
          letter={replaced && getLetter(at)}
          isEdited={replaced !== undefined && isEdited(replaced, templateFormat)}
          onClose={() => setReplacedKey(undefined)}
          onLoad={load}
        />
        {codeOf === undefined ? null : (
          <VersionCodeDialog versionId={codeOf} onClose={() => setCodeOf(undefined)} />
        )}
      </>
    ),
  };
}

/** Functions that open the dialogs. They stay the same. */
export type OpenDialog = ReturnType<typeof useVariantDialogs>['open'];

/** Code that fetches the saved version of a variant. */
function VersionCodeDialog({ versionId, onClose }: { versionId: string; onClose: () => void }) {
  const { version } = usePromptVersion(versionId);
  if (!version) return null;
  const { id, sequenceNumber, tags, isLatest } = version;
  const tagNames = tags.map(({ name }) => name);
  return (
    <PromptCodeDialog
      version={{ id, sequenceNumber, tagNames, isLatest }}
      opened
      onClose={onClose}
    />
  );
}
