import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db } from '#server/platform/db.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { createDemoDir } from '#tests/setup/demo.ts'
import { removeDataDir, spawnShop, type ShopProcess } from '#tests/setup/shop-process.ts'
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts'
import { Visitor } from './visitor.ts'

// Two processes of the shop on one database are one shop: each knows what the other has done, within a second on a
// quiet machine. Nothing here is timed, because the test would fail on a busy machine without a bug.

const SOON = { timeout: 20_000, interval: 50 }
const MAILS = 30
const HELLO = { kind: 'notice', subject: 'Hello', text: 'Hello', html: 'Hello' }

let dataDir: string
let smtp: TestSmtp
let postgres: EmbeddedPostgres
let db: Db
const shops: ShopProcess[] = []
const urls: string[] = []

beforeAll(async () => {
  dataDir = await createDemoDir('wtf-two-')
  smtp = await startSmtp()
  for (let n = 0; n < 2; n++) {
    const shop = spawnShop(dataDir, undefined, {
      JOBS: 'on',
      SIGN_IN_LIMITS: 'on',
      SITE_URL: 'http://127.0.0.1',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'WTF <hello@wtf.example>',
    })
    shops.push(shop)
    urls.push(await shop.address)
  }
  postgres = await startEmbeddedPostgres(dataDir)
  db = connect(postgres.url, { poolSize: 4 })
}, 180_000)

afterAll(async () => {
  await db.$disconnect()
  await postgres.release()
  for (const shop of shops) await shop.stop()
  await smtp.stop()
  await removeDataDir(dataDir)
})

/** Creates one browser with a client for each of the two processes, because cookies are per host. */
function browser(): [Visitor, Visitor] {
  return [new Visitor(urls[0]!), new Visitor(urls[1]!)]
}

const call = (visitor: Visitor, procedure: string, json: object = {}) =>
  visitor.ask(`/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json }),
  })

async function signIn(at: Visitor, elsewhere: Visitor, email: string): Promise<void> {
  const answer = await call(at, 'auth.signIn', { email, password: PASSWORD })
  expect(answer.status).toBe(200)
  for (const one of [at, elsewhere]) one.keepCookies(answer.headers.getSetCookie())
}

const click = async (visitor: Visitor, productId: string) => {
  const answer = await visitor.ask(`/go/${productId}`)
  return { status: answer.status, id: new URL(answer.headers.get('location') ?? 'x:').searchParams.get('wtf_cid') }
}

describe('two processes on one database', () => {
  test('share sessions and sign-outs', async () => {
    const { email } = await createAccount(db)
    const [here, there] = browser()
    await signIn(here, there, email)
    expect((await there.open('/settings')).text()).toContain(email)
    expect((await call(here, 'auth.signOutEverywhere')).status).toBe(200)
    expect((await there.open('/settings')).address).toContain('/login')
  })

  test('share the limit of sign-in attempts', async () => {
    const { email } = await createAccount(db)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++)
      statuses.push(
        (await call(new Visitor(urls[tries % 2]!), 'auth.signIn', { email, password: 'Wrong-Horse-7' })).status,
      )
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  test("both show a partner's changes, on cached pages and in search", async () => {
    const { id: ownerId, email } = await createAccount(db, { role: 'partner' })
    const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
    const name = `Marbled ${partner.id.slice(-8)}`
    const { id } = await createProduct(db, { partnerId: partner.id, name, variants: [{ priceMinor: 31_700 }] })
    const [here, there] = browser()
    const pages = [`/product/${id}`, `/discover?q=${encodeURIComponent(name)}`]
    const showsAt = (url: string, price: string) => async () =>
      (await Promise.all(pages.map((page) => new Visitor(url).open(page)))).every((page) => page.text().includes(price))
    for (const url of urls) await expect.poll(showsAt(url, '$317'), SOON).toBe(true)
    await signIn(here, there, email)
    const change = { kind: 'price', by: { unit: 'amount', value: -8_300 }, showsOldPrice: false }
    expect((await call(here, 'products.change', { ids: [id], change })).status).toBe(200)
    for (const url of urls) await expect.poll(showsAt(url, '$234'), SOON).toBe(true)
  })

  test('close and reopen the site together', async () => {
    const { id, email } = await createAccount(db, { role: 'admin' })
    const [here, there] = browser()
    await signIn(here, there, email)
    const statuses = () => Promise.all(urls.map(async (url) => (await new Visitor(url).ask('/about')).status))
    expect(await statuses()).toEqual([200, 200])
    expect((await call(here, 'admin.setSiteState', { state: 'maintenance' })).status).toBe(200)
    await expect.poll(statuses, SOON).toEqual([503, 503])
    expect((await call(there, 'admin.setSiteState', { state: 'live' })).status).toBe(200)
    await expect.poll(statuses, SOON).toEqual([200, 200])
    expect(await db.auditEntry.count({ where: { actorId: id } })).toBeGreaterThan(1)
  })

  test('send each email once', async () => {
    // Both processes are notified of each email.
    for (let n = 0; n < MAILS; n++) await queueMail(db, { to: `once-${n}@house.example`, ...HELLO })
    const received = () => smtp.mails.flatMap(({ envelope }) => envelope.to).filter((to) => to.startsWith('once-'))
    await expect.poll(() => received().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(MAILS)
    await expect.poll(() => db.mail.count({ where: { state: 'queued' } }), { timeout: 10_000 }).toBe(0)
    expect(new Set(received()).size).toBe(MAILS)
    expect(received()).toHaveLength(MAILS)
  })

  // This test is last: afterwards only one process is left.
  test('lose nothing when one of them is killed', async () => {
    const partner = await createPartner(db, { createdAt: new Date('2020-01-01') })
    const { id: productId } = await createProduct(db, { partnerId: partner.id })
    const { email } = await createAccount(db)
    const [here, there] = browser()
    await signIn(here, there, email)
    const ids: string[] = []
    const clicking = async (url: string, isOver: () => boolean) => {
      while (!isOver()) {
        const answer = await click(new Visitor(url), productId).catch(() => null)
        if (answer?.id) ids.push(answer.id)
        if (answer === null) return
      }
    }
    let [isKilled, after] = [false, 0]
    const load = urls.map((url) => clicking(url, () => isKilled && ids.length > after + 20))
    await expect.poll(() => ids.length, { timeout: 20_000 }).toBeGreaterThan(40)
    process.kill(shops[0]!.pid, 'SIGKILL')
    isKilled = true
    after = ids.length
    await Promise.all(load)
    expect(ids.length).toBeGreaterThan(after)
    expect(await db.outboundClick.count({ where: { id: { in: ids } } })).toBe(ids.length)
    expect((await there.open('/settings')).text()).toContain(email)
    await queueMail(db, { to: 'after@house.example', ...HELLO })
    const isSent = () => smtp.mails.some(({ envelope }) => envelope.to.includes('after@house.example'))
    await expect.poll(isSent, { timeout: 40_000 }).toBe(true)
  }, 90_000)
})
