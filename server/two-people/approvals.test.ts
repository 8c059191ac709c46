import { expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { createAdminAsk } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { agreeOn, type Step } from './approvals.ts'
import { listApprovals, rejectApproval, withdrawApproval } from './approvals.service.ts'

const here = useTestDatabase()
const step = (subjectId: string, input: Prisma.InputJsonObject = { b: 1, a: { d: 2, c: [3] } }): Step => ({
  action: 'plan_activation',
  subjectId,
  partnerIds: [],
  input,
  summary: 'A plan.',
})
type Ask = Awaited<ReturnType<typeof createAdminAsk>>
const agree = (ask: Ask, given: Step) => here.db.$transaction((tx) => agreeOn(tx, ask, given, new Date()))
const waiting = async (subjectId: string) =>
  (await here.db.approval.findFirstOrThrow({ where: { subjectId, status: 'open' } })).id

test('a second administrator approves by sending exactly the same request, and the first one cannot', async () => {
  const [one, two] = [await createAdminAsk(here.db), await createAdminAsk(here.db)]
  expect(await agree(one, step('same'))).toBe(false)
  await expect(agree(one, step('same'))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(agree(two, step('same', { b: 2 }))).rejects.toMatchObject({ code: 'conflict' })
  expect(await agree(two, step('same'))).toBe(true)
  expect(await agree(two, step('same'))).toBe(false)
})

test('of two simultaneous requests, one proposes and the other approves', async () => {
  const asks = await Promise.all(Array.from({ length: 2 }, () => createAdminAsk(here.db)))
  expect((await Promise.all(asks.map((ask) => agree(ask, step('race'))))).toSorted()).toEqual([false, true])
})

test('a proposal is rejected by another administrator or withdrawn by its proposer, once, and then has no effect', async () => {
  const [one, two] = [await createAdminAsk(here.db), await createAdminAsk(here.db)]
  await agree(one, step('first'))
  const approvalId = await waiting('first')
  await expect(withdrawApproval(two, { approvalId })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(rejectApproval(one, { approvalId })).rejects.toMatchObject({ code: 'forbidden' })
  await rejectApproval(two, { approvalId })
  await expect(withdrawApproval(one, { approvalId })).rejects.toMatchObject({ code: 'conflict' })
  await agree(one, step('second'))
  await withdrawApproval(one, { approvalId: await waiting('second') })
  expect((await listApprovals(one, { state: 'decided', page: 1 })).items).toMatchObject([
    { status: 'withdrawn', isOwn: true },
    { status: 'rejected', isOwn: true },
    {},
    {},
  ])
})

test('the database keeps the request, and refuses an approval by its proposer', async () => {
  const one = await createAdminAsk(here.db)
  await agree(one, step('kept'))
  const id = await waiting('kept')
  await expect(
    here.db.approval.update({
      where: { id },
      data: { status: 'approved', decidedById: one.viewer.userId, decidedAt: new Date() },
    }),
  ).rejects.toThrow(/approvals_two_people/)
  await expect(here.db.approval.update({ where: { id }, data: { input: {} } })).rejects.toThrow(/only grows/)
  await expect(here.db.approval.delete({ where: { id } })).rejects.toThrow(/only grows/)
})
