import type { z } from 'zod'
import { expect, test } from 'vitest'
import { mixSeed, Random } from '#demo/catalogue/random.ts'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { appRouter, createCaller } from '#server/router.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { plausible } from '#tests/attack/values.ts'
import { listProcedures } from '#tests/attack/world.ts'
import { publicProcedure } from './procedures.ts'

const here = useTestDatabase()

interface Procedure {
  _def: { meta?: { hasFileText?: boolean }; inputs: z.ZodType[]; middlewares: Array<{ _type?: string }> }
}

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
const first = (publicProcedure as unknown as Procedure)._def.middlewares
const HIDDEN =
  /[^\P{Cc}\n\r\t]|\p{Co}|\p{Cs}|\p{Noncharacter_Code_Point}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]/u
const HOSTILE = ['\ue000', '\u202e', '\u{10fffd}', '\u00ad', '\ud83d', '\ufdd0', '\u0007', '\u200b', '\u2066']
const KNOWN = {
  ids: ['11111111-1111-4111-8111-111111111111'],
  emails: ['ada@example.test'],
  words: ['dress', 'UK 12', 'black', 'newest', 'true'],
}

test('every procedure cleans its input before its schema reads it', () => {
  for (const [name, { _def }] of procedures) {
    expect(_def.middlewares.slice(0, first.length), name).toEqual(first)
    const schemaAt = _def.middlewares.findIndex(({ _type }) => _type === 'input')
    expect(schemaAt === -1 || schemaAt >= first.length, name).toBe(true)
  }
})

const isShallow = (value: unknown, depth = 32): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((item) => isShallow(item, depth - 1)))

/** Returns the value with hidden characters at the start, in the middle and at the end of every string. */
function spoilEach(value: unknown, random: Random): unknown {
  if (typeof value === 'string') {
    const half = value.length >> 1
    return `${random.pick(HOSTILE)}${value.slice(0, half)}${random.pick(HOSTILE)}${value.slice(half)}${random.pick(HOSTILE)}`
  }
  if (Array.isArray(value)) return value.map((item) => spoilEach(item, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spoilEach(item, random)]))
}

test('no schema returns a hidden character in accepted input', () => {
  let accepted = 0
  const taken = new Set<string>()
  for (const { name, schema } of listProcedures()) {
    const { inputs = [], meta } = procedures.find(([each]) => each === name)?.[1]._def ?? {}
    // Skips procedures that get the text of a file, because its parser cleans the values in it.
    if (meta?.hasFileText) continue
    for (let round = 0; inputs.length && round < 40; round++) {
      const random = new Random(mixSeed(round, name.length))
      const fitting = plausible(schema, random, KNOWN)
      // An untyped value may nest deeper than the transport allows.
      if (!isShallow(fitting)) continue
      const sent = spoilEach(fitting, random)
      const cleaned = cleanTexts(sent)
      for (const input of inputs) {
        const { success, data } = input.safeParse(cleaned)
        if (!success) continue
        accepted++
        taken.add(name)
        const texts: string[] = []
        JSON.stringify(data, (_, item: unknown) => (typeof item === 'string' ? void texts.push(item) : item))
        expect(
          texts.filter((text) => HIDDEN.test(text)),
          name,
        ).toEqual([])
      }
    }
  }
  expect(accepted).toBeGreaterThan(1_000)
  // If only a few procedures were tested, this test would prove little.
  expect(taken.size).toBeGreaterThan(procedures.length / 2)
})

test('only procedures that receive a file leave its cleaning to the parser', () => {
  const names = procedures.flatMap(([name, { _def }]) => (_def.meta?.hasFileText ? name : []))
  expect(names.toSorted()).toEqual([
    'admin.money.enterRates',
    'admin.money.previewRates',
    'conversionFiles.read',
    'wishlist.import',
  ])
})

test('cleans any text field that is not a file', async () => {
  const user = await createUser(here.db, { role: 'partner' })
  const partner = await createPartner(here.db, { ownerId: user.id })
  const engine = new SqlEngine(here.db)
  const own = await signedIn(here.db, user.id)
  const api = createCaller({ db: here.db, engine, dataDir: here.dataDir, ...own, isOpen: true })
  await api.storefront.changeText({ revision: 0, name: 'heroTitle', text: 'Silk\ue000 of\u200b a\u{e0041} kind' })
  const draft = await here.db.storefrontDraft.findUniqueOrThrow({ where: { partnerId: partner.id } })
  expect(JSON.stringify(draft.data)).toContain('Silk of a kind')
})
