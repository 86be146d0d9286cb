import { useLocalStorage } from '@mantine/hooks';

/** The format in which text is shown: Markdown or plain text. */
export type TextMode = 'markdown' | 'plain';

/** Returns the user’s choice, remembered in this browser and shared by all texts. */
export function useTextMode(): [TextMode, (mode: TextMode) => void] {
  const [mode, setMode] = useLocalStorage<TextMode>({
    key: 'spandrel-text-mode',
    defaultValue: 'markdown',
    getInitialValueInEffect: false,
  });
  return [mode === 'plain' ? 'plain' : 'markdown', setMode];
}
