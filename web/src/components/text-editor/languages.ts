import { json } from '@codemirror/lang-json';
import { indentUnit } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

/** The language of a text. */
export type EditorLanguage = 'json' | 'typescript' | 'python';

/** JSON comes with the editor, because almost all editors need it. */
const JSON_LANGUAGE = json();

/** Returns the grammar of a language, or a promise if it must be loaded first. */
export function loadLanguage(language: EditorLanguage): Extension | Promise<Extension> {
  switch (language) {
    case 'typescript':
      return import('@codemirror/lang-javascript').then(({ javascript }) =>
        javascript({ typescript: true }),
      );
    case 'python':
      return import('@codemirror/lang-python').then(({ python }) => [
        python(),
        indentUnit.of('    '),
      ]);
    default:
      return JSON_LANGUAGE;
  }
}
