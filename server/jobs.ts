import { purgeDeleted } from '#server/accounts/delete-account.service.ts'
import { forgetAttempts } from '#server/auth/attempt-store.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { forgetMails } from '#server/mail/forget-mails.ts'
import { drawAhead } from '#server/media/draw-ahead.ts'
import { forgetViews } from '#server/outbound/forget-views.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { forgetOldTickets } from '#server/support/support.service.ts'
import { forgetUnconfirmed } from '#server/waitlist/forget-unconfirmed.ts'

/** All that the shop does behind the scenes by the clock (UTC), and its mails: in the server's process, or in `npm run worker`'s. */
export function startShopJobs(env: Env, db: Db, databaseUrl: string): ReturnType<typeof startJobs> {
  const smtp = env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM, replyTo: env.CONTACT_EMAIL } : null
  return startJobs({
    databaseUrl, db, smtp,
    cron: [
      { name: 'clean-up-sign-ins', cron: '10 3 * * *', run: () => cleanUp(db) },
      { name: 'forget-attempts', cron: '*/15 * * * *', run: () => forgetAttempts(db) },
      { name: 'purge-deleted-accounts', cron: '20 3 * * *', run: () => purgeDeleted(db, new Date()) },
      { name: 'forget-mails', cron: '30 3 * * *', run: () => forgetMails(db) },
      { name: 'forget-tickets', cron: '40 3 * * *', run: () => forgetOldTickets(db) },
      { name: 'forget-views', cron: '50 3 * * *', run: () => forgetViews(db) },
      { name: 'draw-pictures', cron: '* * * * *', run: (signal) => drawAhead(db, env.DATA_DIR, { signal }) },
      { name: 'forget-unconfirmed', cron: '0 4 * * *', run: () => forgetUnconfirmed(db) },
    ],
  })
}
