import { chromium } from '@playwright/test'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
const pgx = await startEmbeddedPostgres('/tmp/feedsdata')
const db = connect(pgx.url, { poolSize: 2 })
const B = 'http://localhost:4120'
const { id } = await createAccount(db)
const { visit } = await signedIn(db, id, { visit: createVisit({ siteUrl: B }) })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
const ctx = await browser.newContext({ viewport: { width: 1280, height: 800 } })
await ctx.addCookies([...visit.cookies].map(([name, value]) => ({ name, value, url: B })))
const page = await ctx.newPage()
let seen = ''
page.on('pageerror', e => { const at = page.url().slice(21) + e.message.slice(0, 30); if (at !== seen) console.log(seen = at) })
const shots = async (name: string, path: string) => { for (const w of [360, 768, 1280]) { await page.setViewportSize({ width: w, height: 800 }); await page.goto(B+path); await page.waitForLoadState('networkidle'); await page.screenshot({ path: `/tmp/f-${name}-${w}.png`, fullPage: name !== 'list' && name !== 'brand' }) } }
await shots('empty','/new-in')
for (const list of ['/discover?q=black dress under 200 dollars&mode=intelligent', '/discover?category=coats&all=true']) {
  await page.goto(B+'/new-in/save?list='+encodeURIComponent(list)); await page.waitForTimeout(800)
  await page.getByRole('button', { name: 'Save', exact: true }).click(); await page.waitForURL(/new-in\/[0-9a-f-]{36}/)
}
await db.$executeRaw`INSERT INTO search_finds (search_id, product_id, user_id, found_at) SELECT s.id, p.id, s.user_id, now() FROM saved_searches s CROSS JOIN LATERAL (SELECT id FROM products WHERE status='active' ORDER BY md5(id::text||s.id::text) LIMIT 7) p WHERE s.user_id = ${id}::uuid ON CONFLICT DO NOTHING`
await shots('list','/discover?q=linen&sizes=M')
await shots('save','/new-in/save?list='+encodeURIComponent('/discover?q=black dress under 200 dollars&mode=intelligent'))
await shots('wish','/wishlist')
await shots('newin','/new-in')
const href = await page.locator('main h2 a').first().getAttribute('href'); await shots('search', href!)
const { id: partnerId } = await db.partner.findFirstOrThrow({ where: { verificationStatus: 'approved', createdAt: { gt: new Date('2021-01-01') } } })
await shots('brand','/brand/'+partnerId)
await browser.close(); await db.$disconnect(); await pgx.release()
