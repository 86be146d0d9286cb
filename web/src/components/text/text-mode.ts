import { useLocalStorage } from '@mantine/hooks';

/** How text is shown: set as Markdown, or letter for letter. */
export type TextMode = 'markdown' | 'plain';

/** The reader's choice, remembered in this browser and the same for every text. */
export function useTextMode(): [TextMode, (mode: TextMode) => void] {
  const [mode, setMode] = useLocalStorage<TextMode>({
    key: 'spandrel-text-mode',
    defaultValue: 'markdown',
    getInitialValueInEffect: false,
  });
  return [mode === 'plain' ? 'plain' : 'markdown', setMode];
}
