import { z } from 'zod'
import { oneLine } from '#server/platform/texts.schema.ts'
import { MAX_SETTABLE, QUOTAS, type Quota } from './quotas-values.schema.ts'

export const BYTES_PER_MB = 2 ** 20
const NOT_AN_INTEGER = 'Please enter a whole number'
const TOO_HIGH = 'This is above the highest limit that you can set'

const mostTyped = (quota: Quota): number =>
  quota === 'bytes' ? MAX_SETTABLE.bytes / BYTES_PER_MB : MAX_SETTABLE[quota]

export const setLimitInput = z
  .object({
    partnerId: z.uuid(),
    quota: z.enum(QUOTAS),
    /** A number; for storage in MB. '' restores the default of the partner's status. */
    amount: z.union([
      z.literal(''),
      z.coerce.number(NOT_AN_INTEGER).int(NOT_AN_INTEGER).min(0, NOT_AN_INTEGER).max(MAX_SETTABLE.bytes, TOO_HIGH),
    ]),
    /** For the audit log. */
    reason: oneLine('Please enter a reason', 300),
  })
  .refine(({ quota, amount }) => amount === '' || amount <= mostTyped(quota), {
    path: ['amount'],
    error: TOO_HIGH,
  })
export type SetLimitInput = z.output<typeof setLimitInput>
