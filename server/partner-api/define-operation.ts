import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { KeyScope } from '#server/sales/conversions-api/key-scopes.schema.ts'

/** A call's context: the store, and the key that it used. */
export interface ApiAsk {
  db: Db
  partner: { id: string }
  key: { id: string; name: string }
}

/** A call of the partner API. The server and the OpenAPI document are both built from these. */
export interface Operation {
  /** The operationId in the document. */
  id: string
  method: 'get' | 'post' | 'patch'
  /** The path below /api/v1, with parameters as '{id}'. */
  path: string
  scope: KeyScope
  summary: string
  description?: string
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodType | null
  answer: z.ZodType
  status: 200 | 201
  /** Returns the rows to charge before the call runs, at most as many as it reads or writes. */
  rows: (given: Given) => number
  run: (ask: ApiAsk, given: Given) => Promise<object>
}

interface Given<Params = unknown, Query = unknown, Body = unknown> {
  params: Params
  query: Query
  body: Body
}

type Defined<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType | null,
  Answer extends z.ZodType,
  Read = Given<z.output<Params>, z.output<Query>, Body extends z.ZodType ? z.output<Body> : null>,
> = Omit<Operation, 'params' | 'query' | 'body' | 'answer' | 'rows' | 'run'> & {
  params: Params
  query: Query
  body: Body
  answer: Answer
  rows: (given: Read) => number
  run: (ask: ApiAsk, given: Read) => Promise<z.input<Answer> & object>
}

/** Defines a call. Its function receives the parsed input, and returns the data that the response schema describes. */
export const defineOperation = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType | null,
  Answer extends z.ZodType,
>(
  defined: Defined<Params, Query, Body, Answer>,
): Operation => defined as unknown as Operation
