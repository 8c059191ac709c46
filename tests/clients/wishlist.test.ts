import { createTRPCClient, httpLink } from '@trpc/client'
import fc from 'fast-check'
import superjson from 'superjson'
import { beforeAll, describe, expect, test } from 'vitest'
import { toast } from '#app/lib/toast.ts'
import type { AppRouter } from '#server/router.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { createWishlist } from '#app/parts/wishlist/wishlist.ts'

const here = useTestDatabase()
const shop = useTestShop(here, async () => new Response('a page'))

const PRODUCTS = 4
/** The number of generated tests. Set SEQUENCES=1000 for a campaign. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 100)
let productIds: string[] = []
beforeAll(async () => {
  const { id: partnerId } = await createPartner(here.db)
  for (let index = 0; index < PRODUCTS; index++) productIds.push((await createProduct(here.db, { partnerId })).id)
  productIds = productIds.toSorted()
})

/** What happens to a request: nothing, the request is lost, or its response is lost. */
type Fault = 'none' | 'lost' | 'unanswered'

/** Opens a signed-in browser with a separate wishlist. */
async function openBrowser(userId: string) {
  const { visit } = await signedIn(here.db, userId, { visit: createVisit({ siteUrl: 'https://wtf.example' }) })
  const cookie = [...visit.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let faults: Fault[] = []
  const asked: string[] = []
  let mostAtOnce = 0
  let atOnce = 0
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'https://wtf.example/trpc',
        transformer: superjson,
        fetch: async (url, init) => {
          const path = String(url).replace('https://wtf.example', '')
          const fault = faults.shift() ?? 'none'
          asked.push(path.replace(/^\/trpc\/|\?.*$/g, ''))
          if (fault === 'lost') throw new TypeError('Failed to fetch')
          mostAtOnce = Math.max(mostAtOnce, ++atOnce)
          const answer = await shop
            .ask(
              path,
              { 'content-type': 'application/json', origin: 'https://wtf.example', cookie },
              {
                method: init?.method ?? 'GET',
                ...(init?.body ? { body: init.body as string } : {}),
              },
            )
            .finally(() => atOnce--)
          if (fault === 'unanswered') throw new TypeError('Failed to fetch')
          return answer
        },
      }),
    ],
  })
  const wishlist = createWishlist(async () => client)
  await wishlist.refresh()
  asked.length = 0
  return {
    client,
    wishlist,
    asked,
    mostAtOnce: () => mostAtOnce,
    /** Sets the faults of the next requests. */
    meet: (next: Fault[]) => void (faults = next),
    /** Returns the products with a filled heart. */
    shown: () => {
      const ids = wishlist.ids.get() ?? []
      return productIds.filter((id) => wishlist.pressed.get().get(id) ?? ids.includes(id))
    },
  }
}

const onServer = async (userId: string): Promise<string[]> => {
  const items = await here.db.wishlistItem.findMany({ where: { userId }, select: { productId: true } })
  return items.map(({ productId }) => productId ?? '').toSorted()
}

describe('hearts', () => {
  test('fill immediately, and save only the latest press, one request at a time', async () => {
    const { id: userId } = await createAccount(here.db)
    const browser = await openBrowser(userId)
    const [id] = productIds as [string]
    const presses = [true, false, true, false, true].map((isOn) => browser.wishlist.set(id, isOn))
    expect(browser.shown()).toEqual([id])
    expect(await Promise.all(presses)).toEqual(presses.map(() => true))
    expect(browser.asked).toEqual(['wishlist.add'])
    expect(browser.mostAtOnce()).toBe(1)
    expect(await onServer(userId)).toEqual([id])
    expect(toast.get()).toEqual({ tone: 'plain', title: 'Added to wishlist' })
  })

  test('revert if the request is lost, and stay filled if only the response is lost', async () => {
    const { id: userId } = await createAccount(here.db)
    const browser = await openBrowser(userId)
    const [id] = productIds as [string]
    browser.meet(['lost', 'lost'])
    await browser.wishlist.set(id, true)
    expect(browser.shown()).toEqual([])
    expect(toast.get()).toEqual({
      tone: 'error',
      title: 'Connection Error: Failed to update wishlist. Please try again.',
    })
    browser.meet(['unanswered'])
    await browser.wishlist.set(id, true)
    expect(browser.shown()).toEqual([id])
    expect(await onServer(userId)).toEqual([id])
  })

  test('show an error when they revert', async () => {
    const { id: userId } = await createAccount(here.db)
    const browser = await openBrowser(userId)
    await browser.wishlist.set('00000000-0000-7000-8000-000000000000', true)
    expect(toast.get()).toEqual({ tone: 'error', title: 'Error', text: 'Failed to add to wishlist' })
    await here.db.session.deleteMany({ where: { userId } })
    expect(await browser.wishlist.set(productIds[0]!, true)).toBe(false)
    expect(browser.shown()).toEqual([])
  })

  test('keep a later press if an older response arrives', async () => {
    const { id: userId } = await createAccount(here.db)
    const browser = await openBrowser(userId)
    const [id] = productIds as [string]
    const reading = browser.wishlist.refresh()
    const saving = browser.wishlist.set(id, true)
    await Promise.all([reading, saving])
    expect(browser.shown()).toEqual([id])
  })

  test('follow the response to the latest request', async () => {
    const { id: userId } = await createAccount(here.db)
    const { wishlist } = await openBrowser(userId)
    const taken: string[] = []
    const take = (answer: string) => void taken.push(answer)
    const slow = Promise.withResolvers<string>()
    const first = wishlist.catchUp(() => slow.promise, take)
    await wishlist.catchUp(async () => 'asked later', take)
    slow.resolve('asked first')
    await first
    expect(taken).toEqual(['asked later'])
  })

  const act = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constantFrom('on' as const, 'off' as const), which: fc.nat(PRODUCTS - 1) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('all' as const, 'clear' as const, 'undo' as const, 'refresh' as const),
      }),
    },
  )
  const step = fc.record({
    browser: fc.nat(1),
    act,
    faults: fc.array(fc.constantFrom<Fault>('none', 'none', 'lost', 'unanswered'), { maxLength: 3 }),
    isAwaited: fc.boolean(),
  })

  test('stay in sync with the server in one browser, after any presses, bulk changes and single failures', async () => {
    const { id: userId } = await createAccount(here.db)
    const { client, wishlist, meet, shown } = await openBrowser(userId)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const underWay: Array<Promise<unknown>> = []
        for (const { act, faults, isAwaited } of steps) {
          if (act.kind === 'on' || act.kind === 'off') {
            if (isAwaited) {
              // Wait for requests in progress, which must not get the fault meant for this press.
              await Promise.all(underWay)
              meet(faults.slice(0, 1))
            }
            underWay.push(wishlist.set(productIds[act.which]!, act.kind === 'on'))
            if (isAwaited) await underWay.at(-1)
            meet([])
          } else {
            await Promise.all(underWay)
            if (act.kind === 'all') await client.wishlist.bulkAdd.mutate({ productIds })
            if (act.kind === 'clear') await client.wishlist.clear.mutate()
            underWay.push(wishlist.refresh())
          }
        }
        await Promise.all(underWay)
        expect(shown()).toEqual(await onServer(userId))
      }),
      { numRuns: SEQUENCES },
    )
  }, 120_000)

  test('stay in sync with the server in two browsers, after any presses, bulk changes and failures', async () => {
    const { id: userId } = await createAccount(here.db)
    const browsers = [await openBrowser(userId), await openBrowser(userId)]
    let most = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const underWay: Array<Promise<unknown>> = []
        const batches: string[] = []
        for (const { browser, act, faults, isAwaited } of steps) {
          const { client, wishlist, meet } = browsers[browser]!
          meet([...faults])
          const bulk = async () => {
            if (act.kind === 'all') await client.wishlist.bulkAdd.mutate({ productIds })
            if (act.kind === 'clear') batches.push((await client.wishlist.clear.mutate()).batchId)
            if (act.kind === 'undo' && batches.length)
              await client.wishlist.undoRemoval.mutate({ batchId: batches.pop()! })
          }
          const work =
            act.kind === 'on' || act.kind === 'off'
              ? wishlist.set(productIds[act.which]!, act.kind === 'on')
              : bulk()
                  .catch(() => undefined)
                  .then(() => wishlist.refresh())
                  .catch(() => undefined)
          underWay.push(work)
          if (isAwaited) await work
        }
        await Promise.all(underWay)
        for (const { meet, wishlist } of browsers) {
          meet([])
          await wishlist.refresh()
        }
        const there = await onServer(userId)
        expect(browsers.map(({ shown }) => shown())).toEqual([there, there])
        expect(browsers.map(({ wishlist }) => wishlist.pressed.get().size)).toEqual([0, 0])
        most = Math.max(most, there.length)
      }),
      { numRuns: SEQUENCES },
    )
    expect(most).toBe(PRODUCTS)
  }, 120_000)
})
