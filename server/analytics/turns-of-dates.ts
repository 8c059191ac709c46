import { datesOf, type PeriodChoice } from '#server/platform/period.schema.ts'
import { Turns } from '#server/platform/turns.ts'

const ofPartner = new Turns({ atOnce: 1, waiting: 3, retryAfterSeconds: 5 })
const ofAll = new Turns({ atOnce: 3, waiting: 20, retryAfterSeconds: 5 })

/**
 * Reads figures of a partner. Between two dates, views and clicks are counted row by row, for up to a year
 * (server/outbound/view-counts.ts). So these reads take turns before they get a database connection. Named periods use
 * stored counts.
 * @throws TooMuchAsked if too many reads between two dates are waiting
 */
export const inTurnOfDates = <T>(partnerId: string, period: PeriodChoice, read: () => Promise<T>): Promise<T> =>
  datesOf(period) ? ofPartner.run(partnerId, () => ofAll.run('all', read)) : read()
