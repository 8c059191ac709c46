import { expect, test } from 'vitest'
import { findCardsAndColours } from '#server/catalogue/find-cards.ts'
import { createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { coloursAsked, listColourRows, showColours } from './show-colours.ts'

const database = useTestDatabase()

test('a card shows the requested colour by shade, family or word, preferably in stock', async () => {
  const { db } = database
  const partner = await createPartner(db)
  const { id } = await createProduct(db, {
    partnerId: partner.id,
    variants: [{ colourName: 'Chalk' }, { colourName: 'Forest green', stock: 0 }, { colourName: 'Sage green' }],
  })
  await createPicture(db, id, { position: 0, colourName: 'Chalk', alt: 'Chalk', isPrimary: true })
  await createPicture(db, id, { position: 1, colourName: 'Sage green', alt: 'Sage' })
  const { cards, ofColours } = await findCardsAndColours(db, [id], true)
  const shownFor = async (colours: string[], words: string[] = []) => {
    const [card] = await showColours(
      db,
      [...cards.values()],
      { rows: await listColourRows(db, [id]), pictures: ofColours },
      coloursAsked({ colours, words }),
    )
    return [card?.colour, card?.pictures[0]?.alt]
  }
  expect(await shownFor([])).toEqual([null, 'Chalk'])
  expect(await shownFor(['sage green'])).toEqual(['Sage green', 'Sage'])
  expect(await shownFor(['green'])).toEqual(['Sage green', 'Sage'])
  expect(await shownFor([], ['green', 'coat'])).toEqual(['Sage green', 'Sage'])
  expect(await shownFor(['forest green'])).toEqual(['Forest green', 'Chalk'])
  expect(await shownFor(['purple'])).toEqual([null, 'Chalk'])
})

test('a card lists up to five colours of a product, those in stock first', async () => {
  const { db } = database
  const partner = await createPartner(db)
  const several = await createProduct(db, {
    partnerId: partner.id,
    variants: [
      { colourName: 'Chalk', colourHex: '#f4f1ea', stock: 0 },
      { colourName: 'Sage green', colourHex: '#9aa889' },
      { colourName: 'Sage green', colourHex: '#9aa889', size: 'L' },
      { colourName: 'Black' },
      { colourName: 'Midnight Garden' },
      ...['#111111', '#222222', '#333333'].map((colourHex, n) => ({ colourName: `Print ${n}`, colourHex })),
    ],
  })
  const single = await createProduct(db, { partnerId: partner.id, variants: [{ colourName: 'Black' }] })
  const { cards, ofColours } = await findCardsAndColours(db, [several.id, single.id], false)
  const [first, second] = await showColours(
    db,
    [cards.get(several.id)!, cards.get(single.id)!],
    { rows: await listColourRows(db, [several.id, single.id]), pictures: ofColours },
    [],
  )
  expect([first?.swatches, first?.colourCount]).toEqual([['#9aa889', '#1b1a1c', '#111111', '#222222', '#333333'], 7])
  expect([second?.swatches, second?.colourCount]).toEqual([[], 0])
})
