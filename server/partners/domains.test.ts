import { expect, test } from 'vitest'
import { createClick, createPartner, createProduct, createUser } from '#tests/factories.ts'
import { actionsOf, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { addDomain, listDomains, removeDomain } from './domains.service.ts'

const here = useTestDatabase()
const admin = async () => ({
  db: here.db,
  ...(await signedIn(here.db, (await createUser(here.db, { role: 'admin' })).id)),
})

test('adds and removes hosts, and shows the products that use them', async () => {
  const ask = await admin()
  const { id: partnerId } = await createPartner(here.db, { domain: null })
  const reason = 'Their imprint names it.'
  expect(await addDomain(ask, { partnerId, host: 'https://WWW.Maison-Added.example/x', reason })).toEqual({
    host: 'maison-added.example',
  })
  const product = await createProduct(here.db, { partnerId, productUrl: 'https://shop.maison-added.example/a' })
  await createProduct(here.db, { partnerId, productUrl: 'https://notmaison-added.example/a' })
  await createClick(here.db, product, { destinationHost: 'shop.maison-added.example' })
  expect(await listDomains(here.db, partnerId)).toMatchObject([
    { host: 'maison-added.example', products: 1, clicks: 1 },
  ])

  const again = (host: string, of = partnerId) => addDomain(ask, { partnerId: of, host, reason })
  await expect(again('shop.maison-added.example')).rejects.toMatchObject({ code: 'conflict', field: 'host' })
  const { id: other } = await createPartner(here.db, { domain: null })
  for (const host of ['maison-added.example', 'shop.maison-added.example'])
    await expect(again(host, other)).rejects.toMatchObject({ code: 'conflict' })
  for (const host of ['myshopify.com', 'nonsense', ''])
    await expect(again(host)).rejects.toMatchObject({ code: 'bad_input', field: 'host' })

  const gone = { partnerId, host: 'maison-added.example', reason: 'They have sold it.' }
  const both = await Promise.allSettled([removeDomain(ask, gone), removeDomain(await admin(), gone)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await listDomains(here.db, partnerId)).toEqual([])
  expect(await actionsOf(here.db, partnerId)).toEqual(['partner_domain_added', 'partner_domain_removed'])
})

test('adds only one of two overlapping hosts that two partners receive at the same time', async () => {
  const ask = await admin()
  const [one, two] = [await createPartner(here.db, { domain: null }), await createPartner(here.db, { domain: null })]
  for (let round = 0; round < 10; round++) {
    const host = `at-once-${round}.example`
    const added = await Promise.allSettled([
      addDomain(ask, { partnerId: one.id, host, reason: 'Their imprint names it.' }),
      addDomain(ask, { partnerId: two.id, host: `shop.${host}`, reason: 'Their imprint names it.' }),
    ])
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})
