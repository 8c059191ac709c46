import { z } from 'zod'

/** Maximum days from now. */
export const MAX_DAYS_AHEAD = 730

const moment = (missing: string) => z.iso.datetime({ error: missing })

export const schedulePriceInput = z
  .strictObject({
    productId: z.uuid(),
    kind: z.enum(['percent', 'price']),
    /** '20' for percent off, or the typed price: '39.90'. */
    amount: z.string().trim().min(1, 'Please enter an amount').max(40, 'Please enter an amount like 20 or 39.90'),
    /** UTC, ISO 8601. */
    startsAt: moment('Please enter when it starts'),
    /** UTC, ISO 8601; '' for no end. */
    endsAt: z.union([z.literal(''), moment('Please enter when it ends, or leave it empty')]),
  })
  .refine(({ startsAt, endsAt }) => endsAt === '' || new Date(endsAt) > new Date(startsAt), {
    path: ['endsAt'],
    message: 'The end must be after the start',
  })
export type SchedulePriceInput = z.infer<typeof schedulePriceInput>

export const scheduleInput = z.strictObject({ scheduleId: z.uuid() })
export type ScheduleInput = z.infer<typeof scheduleInput>
