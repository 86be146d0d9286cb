import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { LabelRow } from '../labels.service.js';

/** The fields of every kind of label; subclass it with `@ObjectType() class XLabel extends Label {}`. */
@ObjectType({ isAbstract: true })
export abstract class Label {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String, { description: 'Unique.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => String, { description: '`#rrggbb`' })
  color: string;
}

/** @param type type name inside the global ID of such a label. */
export function toLabel(type: string, { id, name, description, color }: LabelRow): Label {
  return { id: toGlobalId(type, id), rowId: id, name, description, color };
}
