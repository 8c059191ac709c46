import { expect, test } from 'vitest'
import { createDiscountCode, createPartner, createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { changeText } from './draft.service.ts'
import { exportStore } from './export-store.service.ts'
import { changeTextInput } from './storefront.schema.ts'

const here = useTestDatabase()

test('contains the store with its published page and draft, and no data of other stores', async () => {
  const ask = { ...(await createPartnerAsk(here.db)), visit: createVisit() }
  const partnerId = ask.partner.id
  const other = await createPartner(here.db)
  await here.db.partnerContent.create({ data: { partnerId, contentType: 'hero_title', content: 'As it stands' } })
  await changeText(ask, changeTextInput.parse({ revision: 0, name: 'heroTitle', text: 'As it may be' }))
  for (const id of [partnerId, other.id]) await createDiscountCode(here.db, { partnerId: id, code: `code-${id}` })
  const file = await here.db.mediaFile.create({
    data: {
      sha256: 'd'.repeat(64),
      mimeType: 'image/png',
      byteSize: 1,
      colour: '#aabbcc',
      width: 1600,
      height: 900,
    },
  })
  await here.db.partnerMedia.create({ data: { partnerId, mediaType: 'logo', fileId: file.id, fileName: 'logo.png' } })
  const exported = await exportStore(ask)
  expect(exported).toMatchObject({
    store: { id: partnerId, email: expect.any(String) as string },
    page: { texts: { published: { heroTitle: 'As it stands' }, drafted: { heroTitle: 'As it may be' } } },
    pictures: [{ mediaType: 'logo', fileName: 'logo.png', url: `/img/${'d'.repeat(24)}/1600.jpg` }],
    discountCodes: [{ code: `code-${partnerId}` }],
  })
  const text = JSON.stringify(exported)
  expect(text).not.toContain(other.id)
  expect(text).not.toMatch(/hash|secret|token/i)
})
