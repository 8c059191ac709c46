import { expect, test } from 'vitest'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { createPartner, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { auditFileInput, auditQuery } from './audit.schema.ts'
import { describeAuditFile, exportAudit } from './export-audit.service.ts'
import { listAudit } from './list-audit.service.ts'

const here = useTestDatabase()
const list = (query: Record<string, string> = {}) => listAudit(here.db, auditQuery.parse(query))
const entry = (given: object = {}) => here.db.auditEntry.create({ data: { action: 'sign_in', ...given } })

test('an entry cannot be changed or deleted, not even by the owner of the table', async () => {
  const { id } = await entry({ action: 'kept' })
  for (const sql of [
    `UPDATE audit_log SET action = 'other' WHERE id = '${id}'`,
    `DELETE FROM audit_log WHERE id = '${id}'`,
    'TRUNCATE audit_log',
  ]) {
    await expect(here.db.$executeRawUnsafe(sql)).rejects.toThrow('permission denied')
    // The table's owner can grant itself the permission, but the trigger still refuses.
    await expect(
      here.db.$transaction([
        here.db.$executeRaw`GRANT UPDATE, DELETE, TRUNCATE ON audit_log TO CURRENT_USER`,
        here.db.$executeRawUnsafe(sql),
      ]),
    ).rejects.toThrow('only grows')
  }
  expect((await list({ action: 'kept' })).entries).toHaveLength(1)
})

test('an entry about a change contains the changed fields and its origin', async () => {
  const viewer = await createViewer(here.db, { role: 'admin' })
  const partner = await createPartner(here.db, { businessName: 'Loom & Sons' })
  const at = new Date('2026-01-02T00:00:00Z')
  const data = changedFields(
    { state: 'live', rate: 5n, since: at, same: 1 },
    { state: 'closed', rate: 6n, since: null, same: 1 },
  )
  const note = {
    actorId: viewer.userId,
    action: 'partner_suspended',
    subjectId: partner.id,
    data: { ...data, reason: 'late' },
  }
  await writeAudit(here.db, createVisit(), note)
  const [found] = (await list({ about: 'loom & s' })).entries
  expect(found).toMatchObject({
    actor: { id: viewer.userId, email: viewer.email },
    subject: { kind: 'partner', name: 'Loom & Sons' },
    changes: [
      { field: 'rate', before: '5', after: '6' },
      { field: 'since', before: at.toISOString(), after: '-' },
      { field: 'state', before: 'live', after: 'closed' },
    ],
    rest: [['reason', 'late']],
    browser: expect.any(String),
  })
  expect((await list({ place: found!.ipHash! })).entries).toHaveLength(1)
  expect((await list({ place: '0'.repeat(32) })).entries).toEqual([])
})

test('lists entries newest first, 50 a page, and each only once even if times are equal', async () => {
  const at = new Date('2025-05-05T12:00:00Z')
  await here.db.auditEntry.createMany({ data: Array.from({ length: 120 }, () => ({ at, action: 'paged' })) })
  const seen = []
  let after: string | null = ''
  for (let page = 0; page < 3; page++) {
    const { entries, older }: Awaited<ReturnType<typeof list>> = await list({
      action: 'paged',
      ...(after && { after }),
    })
    seen.push(...entries.map(({ id }) => id))
    after = older
  }
  expect([seen.length, new Set(seen).size, after]).toEqual([120, 120, null])
})

test('filters by actor, subject and date, and ignores invalid parameters', async () => {
  const ada = await createViewer(here.db, { email: 'ada%l@example.test' })
  const bob = await createViewer(here.db, { email: 'bob@example.test' })
  await entry({ actorId: ada.userId, action: 'one', at: new Date('2025-03-01T23:59:59Z') })
  await entry({ actorId: bob.userId, action: 'two', subjectId: ada.userId, at: new Date('2025-03-02T00:00:00Z') })
  const actions = async (query: Record<string, string>) => (await list(query)).entries.map(({ action }) => action)
  expect(await actions({ who: 'ADA%L' })).toEqual(['one'])
  expect(await actions({ who: ada.userId })).toEqual(['one'])
  expect(await actions({ who: 'nobody@nowhere' })).toEqual([])
  expect(await actions({ about: 'ada%l' })).toEqual(['two'])
  expect(await actions({ from: '2025-03-01', to: '2025-03-01' })).toEqual(['one'])
  expect(await actions({ from: '2025-03-02', to: '2025-03-02' })).toEqual(['two'])
  const wrong: Array<Record<string, string>> = [
    { from: '2025-13-45' },
    { after: 'x' },
    { after: '99999999999999_0', place: '%' },
    { who: '\u0000' },
    { from: '0000-01-01', to: '0000-12-31' },
    { after: `1_${'-'.repeat(36)}` },
    { after: `1_${'a'.repeat(36)}` },
  ]
  for (const bad of wrong) expect((await list(bad)).entries.length).toBeGreaterThan(0)
})

test('exports all matching entries, and logs the export', async () => {
  const viewer = await createViewer(here.db, { role: 'admin' })
  await here.db.auditEntry.createMany({
    data: Array.from({ length: 1_203 }, (_, n) => ({
      action: '=1+1',
      data: { n },
      at: new Date(1_700_000_000_000 + n),
    })),
  })
  const ask = { db: here.db, visit: createVisit(), viewer }
  const textOf = async (format: 'csv' | 'jsonl') => {
    const input = auditFileInput.parse({ action: '=1+1', format })
    const { fileName } = await describeAuditFile(ask, input)
    expect(fileName).toMatch(new RegExp(`^audit_.*\\.${format}$`))
    let text = ''
    for await (const part of exportAudit(here.db, input)) text += part
    return text
  }
  const lines = (await textOf('jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { data: { n: number } })
  expect(lines.map(({ data }) => data.n)).toEqual(Array.from({ length: 1_203 }, (_, n) => 1_202 - n))
  const csv = await textOf('csv')
  expect(csv.trim().split('\n')).toHaveLength(1_204)
  expect(csv).not.toMatch(/,=1\+1/)
  expect(await here.db.auditEntry.count({ where: { actorId: viewer.userId, action: 'audit_exported' } })).toBe(2)
})

test('uses an index for each filter', async () => {
  for (const [column, value] of [
    ['actor_id', `'${crypto.randomUUID()}'::uuid`],
    ['action', `'paged'`],
    ['subject_id', `'site'`],
  ]) {
    const [, plan] = await here.db.$transaction([
      here.db.$executeRaw`SET LOCAL enable_seqscan = off`,
      here.db.$queryRawUnsafe<Array<Record<string, string>>>(
        `EXPLAIN SELECT * FROM audit_log WHERE ${column} = ${value} AND at <= now() ORDER BY at DESC, id DESC LIMIT 51`,
      ),
    ])
    expect(JSON.stringify(plan)).toContain(`audit_log_${column}_at_id_idx`)
    expect(JSON.stringify(plan)).not.toContain('Sort')
  }
})
