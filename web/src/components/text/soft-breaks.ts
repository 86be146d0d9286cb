/** The parts of a Markdown syntax tree that this file uses. */
interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
}

/**
 * A remark plugin that keeps line breaks in paragraphs. Markdown would join such lines, but in chats they are intentional.
 */
export function remarkSoftBreaks(): (tree: MarkdownNode) => void {
  return breakLines;
}

function breakLines(node: MarkdownNode): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || !child.value?.includes('\n')) return [child];
    return child.value
      .split(/\r?\n/)
      .flatMap((value, line): MarkdownNode[] => [
        ...(line > 0 ? [{ type: 'break' }] : []),
        ...(value === '' ? [] : [{ type: 'text', value }]),
      ]);
  });
  for (const child of node.children) breakLines(child);
}
