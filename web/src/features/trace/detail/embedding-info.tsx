import { CopyButton } from '../../../components/buttons/copy-button.js';
import { readStructureAt, readTextAt } from '../../../lib/openinference/attribute-path.js';
import { readEmbeddedTexts } from '../attributes/read-documents.js';
import { TextValue } from '../../../components/text/text-value.js';
import { Card } from './card.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import { Fact, Facts } from './facts.js';
import { FoldableSection } from './foldable-section.js';
import { JsonSection, ValueSection } from './value-card.js';
import type { KindInfoProps } from './kind-info.js';

/** Embedded texts. The vectors themselves are left out, because they mean nothing to a reader. */
export function EmbeddingInfo({ span, attributes }: KindInfoProps) {
  const texts = readEmbeddedTexts(attributes);
  return (
    <>
      <Facts>
        <Fact name="Model">{readTextAt(attributes, 'embedding.model_name') ?? span.modelName}</Fact>
      </Facts>
      {texts.length > 0 ? (
        <FoldableSection title="Embedded texts" count={texts.length}>
          {texts.map((text, place) => (
            <Card
              key={place}
              title={<span className="numeric">#{place + 1}</span>}
              actions={<CopyButton value={text} label="text" />}
            >
              <TextValue text={text} />
            </Card>
          ))}
        </FoldableSection>
      ) : null}
      <ValueSection
        title="Input"
        value={readValue(attributes, 'input')}
        folded={texts.length > 0}
      />
      <ValueSection
        title="Output"
        value={readValue(attributes, 'output')}
        folded={texts.length > 0}
      />
      <JsonSection
        title="Invocation parameters"
        value={readStructureAt(attributes, 'embedding.invocation_parameters')}
        folded
      />
    </>
  );
}
