import { describe, expect, test } from 'vitest'
import { guardsIn, routerPaths } from './find-guards.ts'

/** What is left of a service when its guards are removed, one after the other. */
const without = (source: string) =>
  guardsIn('server/sales/sales.service.ts', source).map(
    ({ start, end, instead }) => source.slice(0, start) + instead + source.slice(end),
  )
const always = (field: string) => `NOT: { ${field}: { in: [] } }`

describe('a condition on whose a row is', () => {
  test.each([
    ['list({ db, viewer }: Ask) { return db.sale.findMany({ where: { userId: viewer.userId } }) }', 'userId'],
    ['list(ask: Ask) { return ask.db.sale.findMany({ where: { partnerId: ask.partner.id } }) }', 'partnerId'],
    ['list({ db, partner }: Ask) { return db.sale.findMany({ where: { partnerId: partner.id } }) }', 'partnerId'],
    [
      "list(db: Db, partner: Viewer['partner']) { return db.sale.findMany({ where: { id, partnerId: partner.id } }) }",
      'partnerId',
    ],
    [
      'list(ask: Ask) { const partnerId = ask.partner.id; return db.sale.findMany({ where: { partnerId } }) }',
      'partnerId',
    ],
    [
      'list({ partner }: Ask) { const { id: partnerId } = partner; return db.sale.count({ where: { partnerId } }) }',
      'partnerId',
    ],
    ['get({ db, viewer }: Ask) { return db.partner.update({ where: { id: viewer.partner.id }, data: {} }) }', 'id'],
  ])('is found in %s', (service, field) => {
    const changed = without(`export function ${service}`)
    expect([changed.length, changed[0]]).toEqual([1, expect.stringContaining(always(field))])
  })
  test.each([
    'list({ db, partner }: Ask) { return db.$queryRaw`SELECT 1 FROM sales WHERE partner_id = ${partner.id}::uuid AND n > 0` }',
    'list({ ctx }: Call) { return db.$queryRaw`SELECT 1 FROM sales s WHERE s.partner_id = ${ctx.partner.id} AND n > 0` }',
  ])('is found in %s', (service) =>
    expect(without(`export function ${service}`)).toEqual([expect.stringMatching(/WHERE TRUE AND n > 0/)]),
  )
})

describe('nobody is kept out by', () => {
  test.each([
    ['what is written', 'add({ db, partner }: Ask) { return db.sale.create({ data: { partnerId: partner.id } }) }'],
    [
      'what somebody asks for',
      'list(db: Db, { partnerId }: Input) { return db.sale.findMany({ where: { partnerId } }) }',
    ],
    [
      'a partner who was looked up',
      'list(db: Db, partner: Partner) { return db.sale.findMany({ where: { partnerId: partner.id } }) }',
    ],
    [
      'a lock',
      'lock({ db, partner }: Ask) { return db.$queryRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE` }',
    ],
  ])('%s', (_, service) => expect(without(`export function ${service}`)).toEqual([]))
})

test('procedures of a router within a router are called by the path of both', () => {
  const texts = [
    'export const appRouter = router({\n  admin: adminRouter,\n  feedback: customerFeedbackRouter,\n})',
    'export const adminRouter = router({\n  audit: adminAuditRouter,\n  site: adminProcedure.query(() => null),\n})',
    'export const adminAuditRouter = router({\n  list: adminProcedure.query(() => null),\n})',
  ]
  const paths = routerPaths(texts)
  expect(Object.fromEntries(paths)).toEqual({ admin: 'admin', adminAudit: 'admin.audit', customerFeedback: 'feedback' })
  expect(guardsIn('server/admin/audit.router.ts', texts[2]!, paths).map(({ prefix }) => prefix)).toEqual([
    'admin.audit.list',
    'admin.audit.list',
  ])
})
