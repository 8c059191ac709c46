import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { favouriteStore, unfavouriteStore } from './favourite-stores.service.ts'

const database = useTestDatabase()
const keptBy = async ({ userId }: { userId: string }) =>
  (await database.db.favouriteStore.findMany({ where: { userId } })).map(({ partnerId }) => partnerId)

describe('favourite stores', () => {
  test('behave like a set for any sequence of changes, separately for each account', async () => {
    const stores = [await createPartner(database.db), await createPartner(database.db)]
    const other = await createViewer(database.db)
    await favouriteStore({ db: database.db, viewer: other }, stores[0]!.id)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ keeps: fc.boolean(), which: fc.nat(1) }), { maxLength: 10 }),
        async (acts) => {
          const viewer = await createViewer(database.db)
          const expected = new Set<string>()
          for (const { keeps, which } of acts) {
            const { id } = stores[which]!
            const answer = await (keeps ? favouriteStore : unfavouriteStore)(
              { db: database.db, viewer },
              keeps ? id : id.toUpperCase(),
            )
            expect(answer).toEqual({
              isFavourite: keeps,
              message: keeps ? 'Added to your favourite stores' : 'Removed from your favourite stores',
            })
            if (keeps) expected.add(id)
            else expected.delete(id)
          }
          expect(new Set(await keptBy(viewer))).toEqual(expected)
          expect(await keptBy(other)).toEqual([stores[0]!.id])
        },
      ),
      { numRuns: 20 },
    )
  })

  test('contain a store once after 32 simultaneous additions', async () => {
    const [viewer, store] = [await createViewer(database.db), await createPartner(database.db)]
    await Promise.all(Array.from({ length: 32 }, () => favouriteStore({ db: database.db, viewer }, store.id)))
    expect(await keptBy(viewer)).toEqual([store.id])
  })

  test('accept approved stores only, but any store can be removed', async () => {
    const viewer = await createViewer(database.db)
    const pending = await createPartner(database.db, { verificationStatus: 'pending' })
    for (const id of [pending.id, newId(), '', 'junk', '\0', 'a'.repeat(5_000)])
      await expect(favouriteStore({ db: database.db, viewer }, id)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Store not found',
      })
    await expect(unfavouriteStore({ db: database.db, viewer }, 'junk')).rejects.toMatchObject({ code: 'not_found' })
    const store = await createPartner(database.db)
    await favouriteStore({ db: database.db, viewer }, store.id)
    await database.db.partner.update({ where: { id: store.id }, data: { verificationStatus: 'suspended' } })
    await unfavouriteStore({ db: database.db, viewer }, store.id)
    expect(await keptBy(viewer)).toEqual([])
  })
})
