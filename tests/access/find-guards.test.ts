import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guardsIn, noticing, routerPaths } from './find-guards.ts'
import { REPEATED, SECOND_LINES, repeatedFor, secondLineOf } from './second-lines.ts'

/** Returns a service's source with one guard removed, for each of its guards. */
const without = (source: string) =>
  guardsIn('server/sales/sales.service.ts', source).map(
    ({ start, end, instead }) => source.slice(0, start) + instead + source.slice(end),
  )
const always = (field: string) => `NOT: { ${field}: { in: [] } }`

describe('a condition on the owner of a row', () => {
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

describe('does not treat as a guard', () => {
  test.each([
    [
      'data that is written',
      'add({ db, partner }: Ask) { return db.sale.create({ data: { partnerId: partner.id } }) }',
    ],
    [
      'an id from the input',
      'list(db: Db, { partnerId }: Input) { return db.sale.findMany({ where: { partnerId } }) }',
    ],
    [
      'a partner that was looked up',
      'list(db: Db, partner: Partner) { return db.sale.findMany({ where: { partnerId: partner.id } }) }',
    ],
    [
      'a lock',
      'lock({ db, partner }: Ask) { return db.$queryRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE` }',
    ],
  ])('%s', (_, service) => expect(without(`export function ${service}`)).toEqual([]))
})

test('names the procedures of a nested router by the paths of both routers', () => {
  const texts = [
    'export const appRouter = router({\n  admin: adminRouter,\n  feedback: customerFeedbackRouter,\n})',
    'export const adminRouter = router({\n  audit: adminAuditRouter,\n  site: adminProcedure.query(() => null),\n})',
    'export const adminAuditRouter = router({\n  list: adminProcedure.query(() => null),\n})',
  ]
  const paths = routerPaths(texts)
  expect(Object.fromEntries(paths)).toEqual({ admin: 'admin', adminAudit: 'admin.audit', customerFeedback: 'feedback' })
  expect(guardsIn('server/admin/audit.router.ts', texts[2]!, paths).map(({ prefixes }) => prefixes)).toEqual([
    ['admin.audit.list'],
  ])
})

test('replaces an access level with the next weaker one', () => {
  const levels = ['public', 'signedIn', 'partner', 'partnerEditor', 'partnerOwner', 'admin', 'partnerOrAdmin']
  const text = levels.map((level) => `  ${level}: ${level}Procedure.query(() => null),`).join('\n')
  expect(guardsIn('server/team.router.ts', text).map(({ removed, instead }) => [removed, instead])).toEqual([
    ['signedInProcedure', 'publicProcedure'],
    ['partnerProcedure', 'signedInProcedure'],
    ['partnerEditorProcedure', 'partnerProcedure'],
    ['partnerOwnerProcedure', 'partnerEditorProcedure'],
    ['adminProcedure', 'signedInProcedure'],
    ['partnerOrAdminProcedure', 'signedInProcedure'],
  ])
})

test('finds all routers that use a service, nearest first, but skips routers that only combine others', () => {
  const texts = new Map([
    [
      'server/router.ts',
      "import { adminRouter } from './admin.router.ts'\nexport const appRouter = router({\n  sales: salesRouter,\n  admin: adminRouter,\n})",
    ],
    [
      'server/admin.router.ts',
      "import { a } from '#server/sales/far.service.ts'\nimport type { Shop } from './shop.ts'\nexport const adminRouter = router({})",
    ],
    ['server/sales/far.service.ts', "import {\n  b,\n} from './near.service.ts'"],
    ['server/sales/sales.router.ts', "import { b } from './near.service.ts'\nexport const salesRouter = router({})"],
    ['server/sales/near.service.ts', ''],
    ['server/near.service.ts', ''],
    ['server/shop.ts', ''],
  ])
  expect(noticing('server/sales/near.service.ts', texts)).toEqual(['sales.', 'admin.'])
  expect(noticing('server/near.service.ts', texts)).toEqual([''])
  expect(noticing('server/shop.ts', texts)).toEqual([''])
})

test('treats each access check of the procedure levels as a guard, and nothing else', () => {
  const file = 'server/trpc/procedures.ts'
  const removed = guardsIn(file, fs.readFileSync(file, 'utf8')).map(({ removed }) => removed.split(')')[0])
  expect(removed).toEqual([
    'if (!ctx.isOpen',
    'if (!ctx.viewer',
    "if (role !== 'partner' || !partner",
    "if (partner.status === 'suspended'",
    "if (partner.status === 'rejected'",
    "if (ctx.partner.role === 'viewer'",
    "if (ctx.partner.role !== 'owner'",
    "if (ctx.viewer.role !== 'admin'",
    'if (ctx.viewer.mustSetUpSecondFactor',
    "if (ctx.viewer.role === 'customer'",
  ])
})

test.each(SECOND_LINES.map(({ places }) => places))('treats the checks at %o and %o as one guard each', (...places) => {
  const texts = new Map(places.map(({ file }) => [file, fs.readFileSync(file, 'utf8')]))
  const guards = [...texts].flatMap(([file, text]) => guardsIn(file, text))
  for (const { file, text, instead } of places) {
    expect(texts.get(file)?.split(text)).toHaveLength(2)
    if (instead !== undefined) continue
    const from = texts.get(file)!.indexOf(text)
    const here = guards.filter((each) => each.file === file && each.start >= from && each.end <= from + text.length)
    expect(here).toHaveLength(1)
    expect(secondLineOf(here[0]!, guards, texts)).toBeDefined()
  }
})

test.each(REPEATED)('treats $text of $file as one guard', ({ file, text }) => {
  const source = fs.readFileSync(file, 'utf8')
  expect(source.split(text)).toHaveLength(2)
  expect(guardsIn(file, source).filter((each) => repeatedFor(each, new Map([[file, source]])))).not.toEqual([])
})
