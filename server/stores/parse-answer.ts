import type { z } from 'zod'
import { unreadable } from './store-error.ts'

/** Checks a store's answer. @throws StoreError bad_answer */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: unknown, what: string): z.infer<T> {
  const given = schema.safeParse(answer)
  if (!given.success) throw unreadable(what)
  return given.data
}
