import { z } from 'zod'
import { afterRow, filterDay } from '#server/platform/table-query.schema.ts'

const word = (limit: number) =>
  z
    .string()
    .transform((text) =>
      text
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, limit),
    )
    .catch('')
    .default('')

/** What is looked for in the audit log. Any value gives a page; a date that is none counts as absent. */
const auditFilter = z.object({
  /** Part of an email address, or an account's id. */
  who: word(320),
  action: word(100),
  /** An id, part of an email address or of a partner's name. */
  about: word(320),
  /** Days by UTC, both included. */
  from: filterDay,
  to: filterDay,
  /** The hash of an address, which is another one each day. */
  place: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .catch(undefined),
})
export type AuditFilter = z.output<typeof auditFilter>

/** A filter, and the entry after which the page begins. */
export const auditQuery = auditFilter.extend({
  after: afterRow,
})
export type AuditQuery = z.output<typeof auditQuery>

const AUDIT_FORMATS = ['csv', 'jsonl'] as const
export const auditFileInput = auditFilter.extend({ format: z.enum(AUDIT_FORMATS).catch('csv').default('csv') })
export type AuditFileInput = z.output<typeof auditFileInput>
