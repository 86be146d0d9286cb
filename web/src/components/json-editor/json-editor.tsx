import { TextEditor, type TextEditorProps } from '../text-editor/text-editor.js';

export { preloadTextEditor as preloadJsonEditor } from '../text-editor/text-editor.js';

/** A JSON field with syntax colors and line numbers. */
export function JsonEditor(props: Omit<TextEditorProps, 'language'>) {
  return <TextEditor {...props} language="json" />;
}
