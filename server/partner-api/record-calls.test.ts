import { expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { MAX_CALLS } from './api-calls.schema.ts'
import { listCalls } from './api-calls.service.ts'
import { ApiCallRecorder } from './record-calls.ts'

const database = useTestDatabase()

const call = (partnerId: string, path: string) => ({
  partnerId,
  keyId: partnerId,
  method: 'GET',
  path,
  status: 200,
  detail: '',
  durationMs: 1,
  at: new Date(),
})

test('keeps the last thousand calls of each store, in their order', async () => {
  const { db } = database
  const [one, other] = [await createPartner(db), await createPartner(db)]
  const recorder = new ApiCallRecorder(db)
  for (let number = 1; number <= MAX_CALLS + 700; number++) recorder.record(call(one.id, `/${number}`))
  recorder.record(call(other.id, '/other'))
  await recorder.flush()
  expect(await db.apiCall.count({ where: { partnerId: one.id } })).toBe(MAX_CALLS)
  const oldest = await db.apiCall.findFirstOrThrow({ where: { partnerId: one.id }, orderBy: { number: 'asc' } })
  expect([oldest.path, oldest.number]).toEqual(['/701', 701n])
  const { calls, total, totalPages } = await listCalls({ db, partner: one }, { page: 1 })
  expect([total, totalPages, calls[0]?.path, calls[1]?.path]).toEqual([1_000, 40, '/1700', '/1699'])
  expect((await listCalls({ db, partner: other }, { page: 1 })).calls.map(({ path }) => path)).toEqual(['/other'])
})

test('records calls of two processes at once, and none of a deleted store', async () => {
  const { db } = database
  const partner = await createPartner(db)
  const recorders = [new ApiCallRecorder(db), new ApiCallRecorder(db)]
  for (let number = 0; number < 20; number++)
    for (const recorder of recorders) recorder.record(call(partner.id, `/${number}`))
  recorders[0]!.record(call('019ae000-0000-7000-8000-00000000dead', '/gone'))
  await Promise.all(recorders.map((recorder) => recorder.flush()))
  const rows = await db.apiCall.findMany({ where: { partnerId: partner.id }, orderBy: { number: 'asc' } })
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(await db.apiCall.count({ where: { path: '/gone' } })).toBe(0)
})
