import { describe, expect, test } from 'vitest'
import type { Db } from '#server/platform/db.ts'
import { getStore } from '#server/partners/partners.service.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { signToken } from '#server/platform/signed-token.ts'
import { collectUnused } from '#server/uploads/collect-unused.ts'
import { createPartner, createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { changePicture } from './change-picture.service.ts'
import { changeText, getCustomization, restoreDraft, revertDraft } from './draft.service.ts'
import { getStorePreview, startPreview } from './preview.service.ts'
import { publishDraft } from './publish-draft.service.ts'
import { changePictureInput, changeTextInput, type StoreTextName } from './storefront.schema.ts'

const here = useTestDatabase()
const MINUTE = 60_000

let counter = process.pid * 1_000
const createFile = (db: Db) =>
  db.mediaFile.create({
    data: {
      sha256: `e${++counter}`.padEnd(64, '0'),
      mimeType: 'image/png',
      byteSize: 1,
      colour: '#aabbcc',
      width: 1600,
      height: 900,
    },
  })

/** Creates an uploaded image of the partner, with the hash of its content. */
async function createUpload(partnerId: string, slot: 'heroImage' | 'logo') {
  const { id: fileId, sha256 } = await createFile(here.db)
  const { id } = await here.db.upload.create({
    data: { partnerId, slot, fileId, fileName: 'new.png', byteSize: 1, status: 'stored', storedAt: new Date() },
  })
  return { id, fileId, sha256 }
}

/** Creates a partner with a title, a hero and a logo on its page. */
async function createStore() {
  const ask = { ...(await createPartnerAsk(here.db)), visit: createVisit() }
  const partnerId = ask.partner.id
  const [hero, logo] = [await createFile(here.db), await createFile(here.db)]
  await here.db.partnerContent.create({ data: { partnerId, contentType: 'hero_title', content: 'Old title' } })
  await here.db.partnerMedia.createMany({
    data: [
      { partnerId, mediaType: 'hero_image', fileId: hero.id, altText: 'A window' },
      { partnerId, mediaType: 'logo', fileId: logo.id },
    ],
  })
  const write = async (name: StoreTextName, text: string) => {
    const { revision } = await getCustomization(ask)
    return changeText(ask, { revision, name, text })
  }
  const revision = async () => (await getCustomization(ask)).revision
  return { ask, partnerId, write, revision, shown: () => getStore(here.db, partnerId) }
}

describe('a storefront draft', () => {
  test('stores only differences, and is invisible until it is published', async () => {
    const { ask, write, shown } = await createStore()
    expect(await getCustomization(ask)).toMatchObject({ revision: 0, changes: 0, canEdit: true })
    await write('heroTitle', 'New title')
    await write('ethos', 'We mend.')
    expect(await getCustomization(ask)).toMatchObject({
      revision: 2,
      changes: 2,
      changed: { texts: { heroTitle: 'New title', ethos: 'We mend.' } },
      published: { texts: { heroTitle: 'Old title', ethos: '' } },
      drafted: { texts: { heroTitle: 'New title', ethos: 'We mend.' } },
      changedBy: 'Ada Example',
    })
    expect(await shown()).toMatchObject({ heroTitle: 'Old title', ethos: '' })
    await write('heroTitle', 'Old title')
    expect((await getCustomization(ask)).changed.texts).toEqual({ ethos: 'We mend.' })
  })

  test('reports a conflict to the second editor, and loses nothing', async () => {
    const { ask, write, revision } = await createStore()
    const seen = await revision()
    await write('heroTitle', 'First')
    const second = { revision: seen, name: 'heroSubtitle', text: 'Second' } as const
    await expect(changeText(ask, second)).rejects.toMatchObject({ code: 'conflict' })
    await expect(publishDraft(ask, { revision: seen })).rejects.toMatchObject({ code: 'conflict' })
    await expect(revertDraft(ask, { revision: seen })).rejects.toMatchObject({ code: 'conflict' })
    expect((await getCustomization(ask)).changed.texts).toEqual({ heroTitle: 'First' })
    const both = await revision()
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => changeText(ask, { revision: both, name: 'ethos', text })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await revision()).toBe(both + 1)
  })

  test('can be restored after it was discarded, until another one is started', async () => {
    const { ask, write, revision } = await createStore()
    await write('heroTitle', 'Thrown away')
    const thrown = await revertDraft(ask, { revision: await revision() })
    expect(await getCustomization(ask)).toMatchObject({ changes: 0, drafted: { texts: { heroTitle: 'Old title' } } })
    await expect(revertDraft(ask, { revision: thrown })).rejects.toMatchObject({ code: 'bad_input' })
    await restoreDraft(ask, { revision: thrown })
    expect((await getCustomization(ask)).changed.texts).toEqual({ heroTitle: 'Thrown away' })
    const again = await revertDraft(ask, { revision: await revision() })
    await write('ethos', 'Begun anew')
    expect((await getCustomization(ask)).changed.texts).toEqual({ ethos: 'Begun anew' })
    await expect(restoreDraft(ask, { revision: again })).rejects.toMatchObject({ code: 'conflict' })
    await expect(restoreDraft(ask, { revision: await revision() })).rejects.toMatchObject({ code: 'bad_input' })
  })

  test('removes and describes images, and does not count an unchanged value as a change', async () => {
    const { ask, revision } = await createStore()
    const change = async (input: object) =>
      changePicture(ask, changePictureInput.parse({ revision: await revision(), kind: 'heroImage', ...input }))
    await change({ act: 'describe', altText: ' A  door ' })
    expect((await getCustomization(ask)).drafted.pictures.heroImage?.picture.alt).toBe('A  door')
    await change({ act: 'describe', altText: 'A window' })
    expect((await getCustomization(ask)).changes).toBe(0)
    await change({ act: 'remove' })
    expect(await getCustomization(ask)).toMatchObject({ changes: 1, drafted: { pictures: { heroImage: null } } })
    await expect(change({ act: 'describe', altText: 'Nothing' })).rejects.toMatchObject({ code: 'bad_input' })
    await change({ act: 'keep' })
    expect((await getCustomization(ask)).changes).toBe(0)
  })
})

test('accepts only a new image that this partner uploaded for this place, and protects it from clean-up', async () => {
  const { ask, partnerId, revision } = await createStore()
  const replace = async (uploadId: string) =>
    changePicture(ask, { act: 'replace', revision: await revision(), kind: 'heroImage', uploadId })
  const { partnerId: stranger } = await createStore()
  for (const { id } of [await createUpload(stranger, 'heroImage'), await createUpload(partnerId, 'logo')])
    await expect(replace(id)).rejects.toMatchObject({ code: 'bad_input' })
  const upload = await createUpload(partnerId, 'heroImage')
  await replace(upload.id)
  expect((await getCustomization(ask)).drafted.pictures.heroImage).toMatchObject({
    fileName: 'new.png',
    picture: { name: upload.sha256.slice(0, 24), alt: '' },
  })
  const later = new Date(Date.now() + 3 * 86_400_000)
  await collectUnused(here.db, '/nowhere', later)
  expect(await here.db.mediaFile.count({ where: { id: upload.fileId } })).toBe(1)
  await changePicture(ask, { act: 'keep', revision: await revision(), kind: 'heroImage' })
  await collectUnused(here.db, '/nowhere', later)
  expect(await here.db.mediaFile.count({ where: { id: upload.fileId } })).toBe(0)
})

test('normalises texts, and limits their length', () => {
  const read = (name: StoreTextName, text: string) => changeTextInput.safeParse({ revision: '3', name, text })
  expect(read('heroTitle', ' Two\r\nlines ').data).toEqual({ revision: 3, name: 'heroTitle', text: 'Two lines' })
  expect(read('aboutSection', 'Two\r\nlines').data?.text).toBe('Two\nlines')
  expect(read('heroTitle', 'x'.repeat(81)).error?.issues).toMatchObject([
    { path: ['text'], message: 'Please use at most 80 characters' },
  ])
})

describe('publishing a storefront draft', () => {
  test('replaces texts and images together, records its author, and keeps the old files', async () => {
    const { ask, partnerId, write, revision, shown } = await createStore()
    await write('heroTitle', 'New title')
    await write('shippingPolicy', 'By post.')
    await write('aboutSection', 'Us.')
    const [hero, logo] = [await createUpload(partnerId, 'heroImage'), await createUpload(partnerId, 'logo')]
    await changePicture(ask, { act: 'replace', revision: await revision(), kind: 'heroImage', uploadId: hero.id })
    await changePicture(ask, { act: 'replace', revision: await revision(), kind: 'logo', uploadId: logo.id })
    const before = await here.db.partnerMedia.findMany({ where: { partnerId } })
    await publishDraft(ask, { revision: await revision() })
    expect(await shown()).toMatchObject({
      heroTitle: 'New title',
      shippingPolicy: 'By post.',
      aboutSection: 'Us.',
      hero: { name: hero.sha256.slice(0, 24) },
      logo: { name: logo.sha256.slice(0, 24) },
    })
    expect(await here.db.partnerMedia.count({ where: { partnerId } })).toBe(2)
    expect(await here.db.mediaFile.count({ where: { id: { in: before.flatMap(({ fileId }) => fileId ?? []) } } })).toBe(
      2,
    )
    expect(await getCustomization(ask)).toMatchObject({ changes: 0 })
    expect(
      await here.db.auditEntry.findFirst({ where: { subjectId: partnerId, action: 'storefront_published' } }),
    ).toMatchObject({ actorId: ask.viewer.userId })
    await write('aboutSection', '')
    await publishDraft(ask, { revision: await revision() })
    expect(await shown()).toMatchObject({ aboutSection: '', heroTitle: 'New title' })
    await expect(publishDraft(ask, { revision: await revision() })).rejects.toMatchObject({ code: 'bad_input' })
  })

  test('succeeds completely or not at all, whichever statement fails', async () => {
    const { ask, partnerId, write, revision, shown } = await createStore()
    await write('heroTitle', 'New title')
    await write('ethos', 'New ethos')
    await write('storeDescription', 'New description')
    await changePicture(ask, { act: 'describe', revision: await revision(), kind: 'heroImage', altText: 'New' })
    await changePicture(ask, { act: 'remove', revision: await revision(), kind: 'logo' })
    const [old, draft, at] = [await shown(), await getCustomization(ask), await revision()]
    const tables = ['partners', 'partner_content', 'partner_media', 'audit_log', 'storefront_drafts']
    await here.db
      .$executeRaw`CREATE OR REPLACE FUNCTION fail_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'injected'; END $$`
    for (const table of tables) {
      // The row of the draft is created first and updated last.
      const acts = table === 'storefront_drafts' ? 'UPDATE' : 'INSERT OR UPDATE OR DELETE'
      await here.db.$executeRawUnsafe(
        `CREATE TRIGGER fails AFTER ${acts} ON ${table} FOR EACH ROW EXECUTE FUNCTION fail_here()`,
      )
      try {
        await expect(publishDraft(ask, { revision: at })).rejects.toThrow(/injected/)
      } finally {
        await here.db.$executeRawUnsafe(`DROP TRIGGER fails ON ${table}`)
      }
      expect([table, await shown()]).toEqual([table, old])
      expect([table, await getCustomization(ask)]).toEqual([table, draft])
    }
    await publishDraft(ask, { revision: at })
    expect(await shown()).toMatchObject({
      heroTitle: 'New title',
      ethos: 'New ethos',
      logo: null,
      hero: { alt: 'New' },
    })
    expect(await here.db.partnerMedia.count({ where: { partnerId } })).toBe(1)
  })
})

describe('a storefront preview', () => {
  test('shows the draft with a valid token, for half an hour', async () => {
    const { ask, partnerId, write } = await createStore()
    await write('heroTitle', 'Not yet')
    const { token } = await startPreview(ask)
    const at = (ms: number, other = token) =>
      getStorePreview(ask, { partnerId, token: other }, new Date(Date.now() + ms))
    const drafted = { isUnsaved: true, texts: { heroTitle: 'Not yet' } }
    const saved = { isUnsaved: false, texts: { heroTitle: 'Old title' } }
    expect(await at(0)).toMatchObject(drafted)
    expect(await at(29 * MINUTE)).toMatchObject(drafted)
    expect(await at(31 * MINUTE)).toMatchObject(saved)
    const other = await createStore()
    const foreign = (await startPreview(other.ask)).token
    const purpose = signToken(await appSecret(here.db, 'storefront'), 'something else', partnerId)
    for (const bad of [foreign, purpose, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, '', 'junk', '%00'])
      expect(await at(0, bad)).toMatchObject(saved)
    expect(await getStorePreview(ask, { partnerId, token: null })).toMatchObject(saved)
  })

  test('is marked as saved if there are no changes', async () => {
    const { ask, partnerId } = await createStore()
    const { token } = await startPreview(ask)
    expect((await getStorePreview(ask, { partnerId, token })).isUnsaved).toBe(false)
  })

  test('requires the token for a partner that is not open', async () => {
    const ask = await createPartnerAsk(here.db, { verificationStatus: 'pending' })
    const partnerId = ask.partner.id
    const { token } = await startPreview(ask)
    expect(await getStorePreview(ask, { partnerId, token })).toMatchObject({ isUnsaved: false, logo: null })
    const { id } = await createPartner(here.db, { verificationStatus: 'suspended' })
    for (const asked of [
      { partnerId, token: null },
      { partnerId: id, token },
      { partnerId: 'junk', token },
    ])
      await expect(getStorePreview(ask, asked)).rejects.toMatchObject({ code: 'not_found' })
  })
})
