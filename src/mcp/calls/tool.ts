import { z } from 'zod';
import type { Links } from './links.js';

/** The answer of a tool as JSON, in which texts of traces are only ever values. */
export type Answer = Record<string, unknown>;

/** The operations that a tool can run to answer one call. */
export interface Call {
  /** Runs a GraphQL operation as the caller. */
  graphql: <T>(document: string, variables?: Record<string, unknown>) => Promise<T>;
  links: Links;
  /** When the call began. */
  now: Date;
}

/** The description of a tool, and its code. */
interface Definition<Input extends z.ZodRawShape> {
  name: string;
  title: string;
  /** Tells the model when to use the tool. */
  description: string;
  input: Input;
  /**
   * The kind of change that the tool makes; absent if it makes none. `replaces` may overwrite, and has no
   * effect if repeated.
   */
  effect?: 'adds' | 'replaces';
  // As a method, so that tools with different inputs fit into one list.
  run(input: z.infer<z.ZodObject<Input>>, call: Call): Promise<Answer>;
}

/** A tool of the MCP server. */
export interface Tool extends Omit<Definition<z.ZodRawShape>, 'input'> {
  /** Strict, so that a misspelled argument is not silently ignored. */
  input: z.ZodObject;
}

/** Defines a tool, once for all requests, because making its schema takes long. */
export function defineTool<Input extends z.ZodRawShape>(definition: Definition<Input>): Tool {
  return { ...definition, input: z.strictObject(definition.input) };
}
