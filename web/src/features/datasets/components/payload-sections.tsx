import { CopyButton } from '../../../components/buttons/copy-button.js';
import { PayloadView } from '../../../components/payloads/payload-view.js';
import { printExactJson } from '../../../lib/json/exact-json.js';
import { PART_LABEL, PARTS, type Payload } from '../payload-draft.js';
import classes from './payload-sections.module.css';

/** Input, output and metadata, one below the other. */
export function PayloadSections({ payload, isRaw }: { payload: Payload; isRaw: boolean }) {
  return PARTS.map((part) => (
    <section key={part} className={classes.section} aria-label={PART_LABEL[part]}>
      <div className={classes.head}>
        <h3>{PART_LABEL[part]}</h3>
        <CopyButton value={() => printExactJson(payload[part])} label={`${part} as JSON`} />
      </div>
      <div className={classes.card}>
        <PayloadView value={payload[part]} isRaw={isRaw} />
      </div>
    </section>
  ));
}
