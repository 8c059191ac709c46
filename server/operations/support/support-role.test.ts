import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { CHANGED, HIDDEN, SEEN } from './support-columns.values.ts'
import { SUPPORT } from '#server/platform/postgres/app-role.ts'
import { grantSupport } from './support-role.ts'

const here = useTestDatabase()
let support: pg.Client
const superuser = async (sql: string) => {
  const client = new pg.Client({ connectionString: inject('superuserUrl') })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
beforeAll(async () => {
  // Roles belong to the cluster, so another test file may have created this one.
  await superuser(
    `DO $$ BEGIN CREATE ROLE ${SUPPORT} LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  )
  await superuser(`ALTER ROLE ${SUPPORT} LOGIN PASSWORD 'support'`)
  await grantSupport(here.url)
  const url = new URL(here.url)
  url.username = SUPPORT
  url.password = 'support'
  support = new pg.Client({ connectionString: url.href })
  await support.connect()
})
afterAll(() => support.end())

const columnsOf = () =>
  here.db.$queryRaw<Array<{ table: string; column: string }>>`
    SELECT table_name::text AS "table", column_name::text AS "column" FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
const isIn = (list: Readonly<Record<string, string>>, { table, column }: { table: string; column: string }) =>
  list[table]?.split(' ').includes(column) ?? false

test('every table and column is classified as visible or hidden for support staff', async () => {
  const undecided = (await columnsOf()).filter(
    (each) => HIDDEN[each.table] !== '*' && isIn(SEEN, each) === isIn(HIDDEN, each),
  )
  expect(undecided.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('support staff cannot read hidden columns, and can read all others', async () => {
  for (const { table, column } of await columnsOf()) {
    const asked = support.query(`SELECT "${column}" FROM "${table}" LIMIT 1`)
    if (HIDDEN[table] === '*' || isIn(HIDDEN, { table, column }))
      await expect(asked, `${table}.${column}`).rejects.toThrow('permission denied')
    else await asked
  }
})

test('support staff cannot insert or delete, and can update only permitted columns', async () => {
  for (const { table, column } of await columnsOf()) {
    const changing = support.query(`UPDATE "${table}" SET "${column}" = "${column}" WHERE false`)
    if (isIn(CHANGED, { table, column })) await changing
    else
      await expect(changing, `${table}.${column}`).rejects.toThrow(/permission denied|can only be updated to DEFAULT/)
  }
  for (const table of ['commission_entries', 'audit_log', 'invoices', 'conversions', 'sessions', 'partners']) {
    await expect(support.query(`INSERT INTO ${table} DEFAULT VALUES`)).rejects.toThrow('permission denied')
    await expect(support.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied')
    await expect(support.query(`TRUNCATE ${table}`)).rejects.toThrow('permission denied')
  }
  await expect(support.query('CREATE TABLE public.mine (a int)')).rejects.toThrow('permission denied')
})

test('changes by support staff are in the audit log, with before and after', async () => {
  const { id } = await createPartner(here.db, { ethos: 'Old words' })
  await support.query(`UPDATE partners SET ethos = 'New words' WHERE id = $1`, [id])
  const category = await here.db.category.create({ data: { name: 'Hats', slug: `hats-${id}` } })
  await support.query('UPDATE categories SET sort_order = 7 WHERE id = $1', [category.id])
  const notes = await here.db.auditEntry.findMany({ where: { action: 'changed_in_studio' }, orderBy: { at: 'asc' } })
  expect(notes).toMatchObject([
    { subjectId: id, data: { table: 'partners', before: { ethos: 'Old words' }, after: { ethos: 'New words' } } },
    { subjectId: category.id, data: { table: 'categories', before: { sort_order: 0 }, after: { sort_order: 7 } } },
  ])
  // Changes by the shop are not attributed to support staff.
  await here.db.partner.update({ where: { id }, data: { ethos: 'Ours' } })
  await createUser(here.db)
  expect(await here.db.auditEntry.count({ where: { action: 'changed_in_studio' } })).toBe(2)
})

test('support staff cannot forge the audit entries that the shop writes', async () => {
  // A trigger on a temporary table would run as the owner of the audit log.
  await support.query('CREATE TEMP TABLE forged (id text, words text)')
  await expect(
    support.query(
      'CREATE TRIGGER forged AFTER UPDATE ON forged FOR EACH ROW EXECUTE FUNCTION public.note_support_change()',
    ),
  ).rejects.toThrow('permission denied')
})
