import { useMemo } from 'react';
import { findImageUrl } from '../../lib/images/image-data.js';
import { JsonView } from './json-view.js';
import { decodeEscapes } from '../../lib/json/escaped-text.js';
import { parseStructure } from '../../lib/json/exact-json.js';
import { Fold } from './fold.js';
import { LazyProse } from './lazy-prose.js';
import { SafeImage } from './safe-image.js';
import { useTextMode } from './text-mode.js';
import classes from './text-value.module.css';

/** Rendering more characters than this as Markdown would block the page. */
const markdownLimit = 200_000;
/** Longer text is not parsed as JSON, unless pictures make it long: then it has few quotation marks. */
const jsonLimit = 2_000_000;
const pictureLimit = 20_000_000;
const quoteLimit = 2_000;

interface TextValueProps {
  text: string;
  /** Whether long text is shown as a whole, not folded. */
  isWhole?: boolean;
}

/**
 * Text in the chosen mode, with characters instead of their escapes; JSON text as JSON, and the bytes of a picture as the
 * picture.
 */
export function TextValue({ text, isWhole = false }: TextValueProps) {
  const [mode] = useTextMode();
  const structure = useMemo(
    () => (mode === 'markdown' && isCheapToParse(text) ? parseStructure(text) : undefined),
    [mode, text],
  );
  const readable = useMemo(() => decodeEscapes(text), [text]);
  const image = useMemo(() => findImageUrl(text), [text]);
  if (structure !== undefined) return <JsonView value={structure} />;
  if (image !== undefined && mode === 'markdown') return <SafeImage url={image} alt="image" />;
  const render = (shown: string) =>
    mode === 'markdown' && shown.length <= markdownLimit ? (
      <LazyProse text={shown} />
    ) : (
      <PlainText text={shown} />
    );
  return isWhole ? render(readable) : <Fold text={readable}>{render}</Fold>;
}

/** Plain text. */
export function PlainText({ text }: { text: string }) {
  return <div className={classes.plain}>{text}</div>;
}

function isCheapToParse(text: string): boolean {
  if (text.length < jsonLimit) return true;
  if (text.length > pictureLimit) return false;
  let at = -1;
  for (let quotes = 0; quotes <= quoteLimit; quotes++) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return true;
  }
  return false;
}
