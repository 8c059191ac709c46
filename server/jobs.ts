import { purgeDeleted } from '#server/accounts/delete-account.service.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { startJobs } from '#server/platform/jobs.ts'

/** All that the shop does behind the scenes by the clock (UTC), and its mails: in the server's process, or in `npm run worker`'s. */
export function startShopJobs(env: Env, db: Db, databaseUrl: string): ReturnType<typeof startJobs> {
  const smtp = env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null
  return startJobs({
    databaseUrl, db, smtp,
    cron: [
      { name: 'clean-up-sign-ins', cron: '10 3 * * *', run: () => cleanUp(db) },
      { name: 'purge-deleted-accounts', cron: '20 3 * * *', run: () => purgeDeleted(db, new Date()) },
    ],
  })
}
