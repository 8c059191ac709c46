import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { startOidcProvider, type TestOidcProvider } from '#tests/setup/oidc.ts'
import { freePort, spawnShop } from '#tests/setup/shop-process.ts'
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { expect, test as ownTest } from '../own-shop.ts'

/**
 * A shop that sends its emails to the test and has an OpenID provider. It uses the database of the tests for the entire
 * site.
 */
interface MailingShop {
  url: string
  smtp: TestSmtp
  google: TestOidcProvider
}

export const test = ownTest.extend<{ refusals: undefined }, { mailing: MailingShop }>({
  mailing: [
    async ({ ownShop: { dataDir } }, use) => {
      const [smtp, google, port] = await Promise.all([startSmtp(), startOidcProvider(), freePort()])
      const url = `http://127.0.0.1:${port}`
      const shop = spawnShop(dataDir, undefined, {
        PORT: String(port),
        SITE_URL: url,
        JOBS: 'on',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'WTF <hello@wtf.example>',
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
      })
      try {
        await shop.address
        await use({ url, smtp, google })
      } finally {
        await shop.stop()
        await Promise.all([smtp.stop(), google.stop()])
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ mailing }, use) => use(mailing.url),
  // The browser reports each refused form as an error.
  refusals: [
    async ({ errors }, use) => {
      await use(undefined)
      const others = errors.filter((error) => !/status of 4\d\d/.test(error))
      errors.splice(0, errors.length, ...others)
    },
    { auto: true },
  ],
})
export { expect }

/** Returns the link in the newest email with this subject to this address, and the code beside it. */
export async function received(
  { smtp }: Pick<MailingShop, 'smtp'>,
  to: string,
  subject: RegExp,
): Promise<{ link: string; code: string; text: string }> {
  const find = () =>
    smtp.mails.findLast(({ envelope, subject: of = '' }) => envelope.to.includes(to) && subject.test(of))?.text ?? ''
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  const text = find()
  return {
    text,
    link: /https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? '',
    code: /\b\d{3}[ -]?\d{3}\b/.exec(text.replace(/https?:\S+/g, ''))?.[0] ?? '',
  }
}

/** Opens a separate browser with a signed-in administrator. */
export async function adminPage(browser: Browser, db: Db, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const { id } = await createAccount(db, { role: 'admin' })
  const { visit } = await signedIn(db, id, { visit: createVisit({ siteUrl: url }) })
  await keep(context, visit.cookies, url)
  return context.newPage()
}

const keep = (context: BrowserContext, cookies: Iterable<[string, string]>, url: string) =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
