import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { z } from 'zod';
import { checksOf } from './check.js';
import { readAs } from './read-as.js';

const PLACES: Record<string, string> = { body: 'body', query: 'query', param: 'path' };

/**
 * Validates input from clients: REST bodies and queries with the handler's schema, and GraphQL
 * inputs and arguments, whose types GraphQL has checked, with the `@Check` rules of their class.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { metatype, type, schema }: ArgumentMetadata): unknown {
    const place = [PLACES[type] ?? 'args'];
    if (schema instanceof z.ZodType) return readAs(schema, value, place);
    // 'custom' means parents and contexts of resolvers, which come from the server.
    if (type === 'custom' || !isInputClass(metatype) || !isObject(value)) return value;
    const rules = checksOf(metatype);
    return Object.assign(new metatype(), rules ? readAs(rules, value, place) : value);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isInputClass(metatype: Type | undefined): metatype is Type<object> {
  return metatype !== undefined && !BUILT_IN.includes(metatype);
}

const BUILT_IN: readonly unknown[] = [String, Boolean, Number, Array, Object];
