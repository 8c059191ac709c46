import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, test } from 'vitest'
import { house } from './eslint-house.js'

const problemsOf = (rule: keyof typeof house.rules) => (code: string) =>
  new Linter()
    .verify(code, { plugins: { house: house as never }, rules: { [`house/${rule}`]: 'error' } })
    .filter(({ ruleId }) => ruleId === `house/${rule}`).length

describe('code that ranks products', () => {
  const problems = problemsOf('blind-to-earnings')
  test.each([
    ["import { rateOf } from '#server/sales/commission-plans.ts'"],
    ['const commissionRate = 1'],
    ['const sql = `SELECT commission_minor FROM sales`'],
    ["order.by('payout')"],
    ['row.invoiceTotal'],
  ])('may not contain %j', (code) => expect(problems(code)).toBeGreaterThan(0))
  test.each([
    ['const relevance = 1 // no commission here'],
    ["const factor = 'freshness'"],
    ['const sql = `SELECT popularity FROM products`'],
  ])('may contain %j', (code) => expect(problems(code)).toBe(0))
})

describe('a product query', () => {
  const listed =
    "import { ACTIVE, ACTIVE_WHERE, LISTED, LISTED_WHERE, OPEN, OPEN_WHERE } from '#server/platform/listed.ts'\n"
  const problems = (code: string) => problemsOf('listed-products')(listed + code)
  test.each([
    ['db.$queryRaw`SELECT p.id FROM products p WHERE p.id = ${id}`'],
    ['db.$queryRaw`SELECT 1 FROM clicks JOIN "products" p ON true`'],
    ["client.query('SELECT count(*) FROM products')"],
    ['db.$queryRaw`SELECT p.id FROM products p WHERE ${ACTIVE}`'],
    ['db.product.findMany({ where: { partnerId } })'],
    ['db.product.count()'],
    ['db.product.count({ where: ACTIVE_WHERE })'],
    ['db.partner.findFirst({ select: { products: { select: { id: true } } } })'],
    ['db.wishlistItem.findMany({ where: { userId }, select: { product: { select: { name: true } } } })'],
    // The name matches, but it is not imported.
    ['function of(LISTED) { return db.product.findMany({ where: LISTED }) }'],
    ['db.product.findMany({ where: { LISTED_WHERE: true } })'],
    // Conditions written out instead of imported.
    ["const OPEN_TOO = sql`verification_status = 'approved'`"],
    [`const text = "p.status = 'active'"`],
  ])('may not be %j', (code) => expect(problems(code)).toBeGreaterThan(0))
  test.each([
    ['db.$queryRaw`SELECT p.id FROM products p WHERE ${LISTED}`'],
    ['db.$queryRaw`SELECT 1 FROM products p JOIN partners s ON true WHERE ${ACTIVE} AND ${OPEN}`'],
    ['const where = [LISTED, other]; db.$queryRaw`SELECT p.id FROM products p WHERE ${join(where)}`'],
    ['const where = () => join(LISTED); db.$queryRaw`SELECT p.id FROM products p WHERE ${where()}`'],
    ['db.product.findFirst({ where: { id, ...LISTED_WHERE } })'],
    ['db.partner.findFirst({ where: OPEN_WHERE, select: { products: { where: ACTIVE_WHERE } } })'],
    ['db.productReview.count({ where: { productId } })'],
    ['db.$queryRaw`SELECT 1 FROM product_views`'],
    ["db.$queryRaw`SELECT 1 FROM product_reviews WHERE status = 'approved'`"],
    ['// eslint-disable-next-line house/listed-products -- all of them\ndb.product.count()'],
  ])('may be %j', (code) => expect(problems(code)).toBe(0))
})

describe('a comment that disables a lint rule', () => {
  const problems = problemsOf('reasoned-exceptions')
  test('needs a reason', () => {
    expect(problems('// eslint-disable-next-line no-var\nvar a')).toBe(1)
    expect(problems('// eslint-disable-next-line no-var -- old browsers\nvar a')).toBe(0)
  })
})

describe('code in server/', () => {
  const problems = (code: string, filename: string) =>
    new Linter().verify(
      code,
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser as Linter.Parser },
        plugins: { house: house as never },
        rules: { 'house/floors': 'error' },
      },
      filename,
    ).length
  test.each([
    ['server/auth/session.service.ts', "import { log } from '#server/platform/log.ts'"],
    ['server/auth/session.service.ts', "import type { SearchEngine } from '#server/search/engine.ts'"],
    ['server/auth/oidc/oidc.service.ts', "import { signIn } from '#server/auth/sign-in.service.ts'"],
    ['server/search/search.service.ts', "import type { Surface } from '#server/outbound/outbound.schema.ts'"],
    ['server/http/app.ts', "import type { AppRouter } from '#server/router.ts'"],
    ['server/main.ts', "import { createApp } from '#server/http/app.ts'"],
    ['server/main.ts', "import { appRouter } from '#server/router.ts'"],
    ['server/main.ts', "import net from 'node:net'"],
  ])('at %s may contain %s', (file, code) => expect(problems(code, file)).toBe(0))
  test.each([
    ['server/platform/audit.ts', "import { queueMail } from '#server/mail/mail.service.ts'"],
    ['server/platform/audit.ts', "import { type Mail, queueMail } from '#server/mail/mail.service.ts'"],
    ['server/platform/audit.ts', "import { type Mail } from '#server/mail/mail.service.ts'"],
    ['server/platform/audit.ts', "export { queueMail } from '#server/mail/mail.service.ts'"],
    ['server/platform/audit.ts', "const mail = import('#server/mail/mail.service.ts')"],
    ['server/platform/postgres/embedded.ts', "export * from '#server/mail/mail.service.ts'"],
    ['server/search/search.service.ts', "import { recordClick } from '#server/outbound/record-clicks.ts'"],
    ['server/http/app.ts', "import { appRouter } from '#server/router.ts'"],
    ['server/attic/ghost.ts', "import { log } from '#server/platform/log.ts'"],
    ['server/main.ts', "import { ghost } from '#server/attic/ghost.ts'"],
  ])('at %s may not contain %s', (file, code) => expect(problems(code, file)).toBe(1))
})

describe('a lookup table', () => {
  const problems = (code: string) =>
    new Linter()
      .verify(code, {
        languageOptions: { parser: tseslint.parser },
        plugins: { house: house as never },
        rules: { 'house/tables-by-name': 'error' },
      })
      .filter(({ ruleId }) => ruleId === 'house/tables-by-name').length
  test.each([
    ["const LABELS: Record<string, string> = { women: 'Women' }"],
    ["export const LABELS: Readonly<Partial<Record<string, string>>> = { women: 'Women' }"],
  ])('may not be %j', (code) => expect(problems(code)).toBe(1))
  test.each([
    ["const LABELS = lookup({ women: 'Women' })"],
    ["const LABELS: Record<Gender, string> = { women: 'Women' }"],
    ['function count() { const counts: Record<string, number> = {}; return counts }'],
  ])('may be %j', (code) => expect(problems(code)).toBe(0))
})
