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

/** A search of the audit log. Invalid values are ignored, so that every URL shows a page. */
const auditFilter = z.object({
  /** Part of an email address, or an account ID. */
  who: word(320),
  action: word(100),
  /** An ID, or part of an email address or partner name. */
  about: word(320),
  /** UTC days, both inclusive. */
  from: filterDay,
  to: filterDay,
  /** The hash of an IP address, which changes daily. */
  place: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .catch(undefined),
})
export type AuditFilter = z.output<typeof auditFilter>

/** A filter, and the cursor where the page begins. */
export const auditQuery = auditFilter.extend({
  after: afterRow,
})
export type AuditQuery = z.output<typeof auditQuery>

const AUDIT_FORMATS = ['csv', 'jsonl'] as const
export const auditFileInput = auditFilter.extend({ format: z.enum(AUDIT_FORMATS).catch('csv').default('csv') })
export type AuditFileInput = z.output<typeof auditFileInput>
