import { useMemo } from 'react';
import { Fold } from '../text/fold.js';
import { splitTemplate, type TemplateFormat } from '../prompt-editor/template-formats.js';
import classes from './template-text.module.css';

/** A template as prose, character for character, with its variables highlighted. */
export function TemplateText({ text, format }: { text: string; format: TemplateFormat }) {
  if (text === '') return <span className={classes.none}>Empty text</span>;
  return <Fold text={text}>{(shown) => <Marked text={shown} format={format} />}</Fold>;
}

function Marked({ text, format }: { text: string; format: TemplateFormat }) {
  const pieces = useMemo(() => splitTemplate(text, format), [text, format]);
  return (
    <div className={classes.text} dir="auto">
      {pieces.map((piece, index) =>
        piece.isMark ? (
          <span key={index} className={classes.mark}>
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </div>
  );
}
