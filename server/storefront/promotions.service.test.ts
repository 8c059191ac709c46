import { beforeEach, describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { createPartnerAsk, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { listHomePromotions } from './home-promotions.ts'
import { judgePromotion, listPromotionsToJudge } from './judge-promotion.service.ts'
import { replacePromotionInput } from './promotions.schema.ts'
import {
  addPromotion,
  deletePromotion,
  listPromotions,
  movePromotion,
  replacePromotion,
  restorePromotion,
  switchPromotion,
} from './promotions.service.ts'

const database = useTestDatabase()
let ask: Awaited<ReturnType<typeof createPartnerAsk>>
let number = 0

beforeEach(async () => {
  await database.db.partnerMedia.deleteMany()
  ask = await createPartnerAsk(database.db)
})

const file = () => ({
  sha256: String(++number).padStart(64, '0'),
  byteSize: 1,
  width: 800,
  height: 600,
})
async function arrived(slot: 'promotionalImage' | 'promotionalVideo' = 'promotionalImage', isPlayable = true) {
  const stored: Partial<Prisma.UploadUncheckedCreateInput> =
    slot === 'promotionalImage'
      ? {
          fileId: (
            await database.db.mediaFile.create({ data: { ...file(), mimeType: 'image/png', colour: '#aabbcc' } })
          ).id,
        }
      : {
          videoId: (
            await database.db.mediaVideo.create({
              data: { ...file(), mimeType: 'video/mp4', durationMs: 9, isPlayable },
            })
          ).id,
        }
  const { id } = await database.db.upload.create({
    data: { partnerId: ask.partner.id, slot, fileName: 'a', byteSize: 1, status: 'stored', ...stored },
  })
  return id
}
const image = async (altText: string, of = ask) =>
  (await addPromotion(of, { kind: 'image', uploadId: await arrived(), fileName: 'a.png', altText })).id
const states = async () => (await listPromotions(ask)).map(({ altText, state }) => `${altText}: ${state}`)
async function judge(promotionId: string, to: 'approved' | 'rejected') {
  const { fileId, videoId } = await database.db.partnerMedia.findUniqueOrThrow({ where: { id: promotionId } })
  const admin = { db: database.db, visit: createVisit(), viewer: await createViewer(database.db, { role: 'admin' }) }
  const said = { promotionId, fileKey: fileId ?? videoId ?? '' }
  return judgePromotion(admin, to === 'approved' ? { ...said, to } : { ...said, to, reason: 'Too loud.' })
}
const shown = async (now?: Date) => (await listHomePromotions(database.db, now)).map(({ altText }) => altText)

test('shows a promotion while it is approved and switched on', async () => {
  const id = await image('A coat')
  expect([await states(), await shown()]).toEqual([['A coat: pending'], []])
  await judge(id, 'approved')
  expect([await states(), await shown()]).toEqual([['A coat: live'], ['A coat']])
  await switchPromotion(ask, { promotionId: id, isActive: false })
  expect([await states(), await shown()]).toEqual([['A coat: off'], []])
})

test('tells the partner by email and on its page why a promotion was rejected', async () => {
  const id = await image('A hat')
  await judge(id, 'rejected')
  expect(await listPromotions(ask)).toMatchObject([{ state: 'rejected', reason: 'Too loud.' }])
  const mail = await database.db.mail.findFirstOrThrow({
    where: { kind: 'promotion_rejected', toAddress: ask.viewer.email },
  })
  expect(mail.text).toContain('Too loud.')
})

test('requires a new review after a file is replaced, and approves only the version that was seen', async () => {
  const id = await image('A shoe')
  await judge(id, 'approved')
  const seen = await database.db.partnerMedia.findUniqueOrThrow({ where: { id } })
  const other = { promotionId: id, uploadId: await arrived(), fileName: 'b.png' }
  // The text of the old file does not describe the new one.
  expect(replacePromotionInput.safeParse(other).success).toBe(false)
  await replacePromotion(ask, replacePromotionInput.parse({ ...other, altText: ' A red shoe ' }))
  expect(await states()).toEqual(['A red shoe: pending'])
  const admin = { db: database.db, visit: createVisit(), viewer: await createViewer(database.db, { role: 'admin' }) }
  await expect(judgePromotion(admin, { promotionId: id, fileKey: seen.fileId!, to: 'approved' })).rejects.toMatchObject(
    {
      code: 'conflict',
    },
  )
  expect(await shown()).toEqual([])
})

test('stores a video that browsers cannot play, and never shows it', async () => {
  const uploadId = await arrived('promotionalVideo', false)
  const { id } = await addPromotion(ask, { kind: 'video', uploadId, fileName: 'a.mov', altText: 'A walk' })
  await judge(id, 'approved')
  expect([await states(), await shown()]).toEqual([['A walk: unplayable'], []])
})

test('restores a deleted promotion', async () => {
  const id = await image('A glove')
  await deletePromotion(ask, id)
  expect(await states()).toEqual([])
  await restorePromotion(ask, id)
  expect(await states()).toEqual(['A glove: pending'])
})

test('moves promotions by one position', async () => {
  const [, second] = [await image('1'), await image('2'), await image('3')]
  await movePromotion(ask, { promotionId: second, to: 'earlier' })
  await movePromotion(ask, { promotionId: second, to: 'earlier' })
  expect((await listPromotions(ask)).map(({ altText }) => altText)).toEqual(['2', '1', '3'])
})

describe('the home page', () => {
  test('shows one promotion for each open partner, at most six, and different ones on other days', async () => {
    for (let index = 0; index < 8; index++) {
      ask = await createPartnerAsk(database.db, { verificationStatus: index === 0 ? 'suspended' : 'approved' })
      for (const name of ['a', 'b']) await judge(await image(`${index}${name}`), 'approved')
    }
    const days = await Promise.all([1, 2, 3, 4, 5].map((day) => shown(new Date(Date.UTC(2026, 10, day)))))
    for (const day of days) {
      expect(day).toHaveLength(6)
      expect(new Set(day.map((name) => name[0])).size).toBe(6)
      expect(day.join()).not.toContain('0')
    }
    expect(new Set(days.map((day) => day.join())).size).toBeGreaterThan(1)
    expect(await shown(new Date('2026-11-01T23:00:00Z'))).toEqual(days[0])
  })
})

test('lists pending promotions for administrators, oldest first', async () => {
  await image('first')
  await judge(await image('second'), 'approved')
  await image('third')
  const { promotions, counts } = await listPromotionsToJudge(database.db, { review: 'pending', page: 1 })
  expect(promotions.map(({ altText }) => altText)).toEqual(['first', 'third'])
  expect(counts).toEqual({ pending: 2, approved: 1, rejected: 0 })
})
