import type { OfferedTool } from '../../../lib/openinference/read-messages.js';
import { JsonView } from '../../../components/text/json-view.js';
import { Card } from './card.js';
import { FoldableSection } from './foldable-section.js';
import classes from './offered-tools.module.css';

/** The tools offered to a model, with their parameters. */
export function OfferedTools({ tools }: { tools: readonly OfferedTool[] }) {
  if (tools.length === 0) return null;
  return (
    <FoldableSection title="Offered tools" count={tools.length} folded>
      {tools.map((tool, place) => (
        <Card key={place} title={<span className={classes.name}>{tool.name}</span>}>
          {tool.description ? <p className={classes.description}>{tool.description}</p> : null}
          {tool.schema === undefined ? null : <JsonView value={tool.schema} maxLines={40} />}
        </Card>
      ))}
    </FoldableSection>
  );
}
