import sharp from 'sharp'
import { expect } from 'vitest'
import { IMPORT_UPLOAD } from '#server/importing/import-upload.values.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { UploadOutcome } from '#server/uploads/store-upload.service.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { createVisitor } from '#tests/setup/visitor.ts'
import type { Catalogue } from '#tests/durability/click-load.ts'
import { SOON, type Cluster } from './cluster.ts'

const PRODUCTS = 20
const PICTURES = 12
const ROWS = 25
const MAILS = 5

export interface ShopWork {
  catalogue: Catalogue
  /** Names of uploaded pictures. */
  pictures: string[]
  /** Uploads a file with products, and imports it. A request without a response is repeated. */
  importFile: () => Promise<void>
  /** Queues emails. */
  queueMails: () => Promise<void>
  /** Recipients of emails whose transaction was committed. */
  queued: string[]
  /** How many products all files had. */
  imported: () => number
  partnerId: string
}

/** Creates a partner with products and pictures, who then works through the proxy. */
export async function startWork(db: Db, { url }: Cluster): Promise<ShopWork> {
  const { id: ownerId } = await createUser(db, { role: 'partner' })
  const { id: partnerId } = await createPartner(db, { ownerId })
  const { id: shownBy } = await createPartner(db)
  const products = await Promise.all(Array.from({ length: PRODUCTS }, () => createProduct(db, { partnerId: shownBy })))
  const regulars = await Promise.all(Array.from({ length: 5 }, () => createVisitor(db, { siteIsHttps: false })))
  const { visit } = await signedIn(db, ownerId, { visit: createVisit({ siteUrl: url }) })
  const cookie = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
  const send = (address: string, body: BodyInit, type?: string, method = 'POST') =>
    fetch(new URL(address, url), {
      method,
      headers: { cookie, origin: url, ...(type ? { 'content-type': type } : {}) },
      body,
      signal: AbortSignal.timeout(20_000),
    })
  const pictures: string[] = []
  for (let at = 0; at < PICTURES; at++) pictures.push(await uploadPicture(send, at))

  let [files, mails] = [0, 0]
  const queued: string[] = []
  return {
    catalogue: { productIds: products.map(({ id }) => id), regulars: regulars.map(({ cookie: each }) => each) },
    pictures,
    partnerId,
    queued,
    imported: () => files * ROWS,
    importFile: async () => {
      const file = ++files
      const rows = Array.from({ length: ROWS }, (_, row) => `f${file}r${row},Coat ${file} ${row},Shirts,79.00,5`)
      const csv = `handle,name,category,price,stock\n${rows.join('\n')}\n`
      const importId = await eventually(async () => {
        const answer = await send(`${IMPORT_UPLOAD}?name=${file}.csv`, csv, 'application/octet-stream')
        return answer.ok ? ((await answer.json()) as { importId: string }).importId : null
      })
      const statusOf = () =>
        db.productImport.findUniqueOrThrow({ where: { id: importId } }).then(
          ({ status }) => status,
          () => 'unknown',
        )
      await expect.poll(statusOf, { ...SOON, timeout: 240_000 }).toBe('read')
      const input = JSON.stringify({ json: { importId, gone: 'keep' } })
      await eventually(async () => {
        const answer = await send('/trpc/imports.accept', input, 'application/json')
        // A repeated request whose first response was lost.
        return answer.ok || /applying|applied/.test(await statusOf()) ? true : null
      })
      await expect.poll(statusOf, { ...SOON, timeout: 240_000 }).toBe('applied')
    },
    queueMails: async () => {
      for (let at = 0; at < MAILS; at++) {
        await eventually(async () => {
          // Another address each time: a lost response may have been a commit.
          const to = `mail-${++mails}@house.example`
          const mail = { kind: 'notice', subject: 'Hello', text: 'Hello', html: 'Hello' }
          await queueMail(db, { to, ...mail })
          return queued.push(to)
        })
      }
    },
  }
}

type Send = (address: string, body: BodyInit, type?: string, method?: string) => Promise<Response>

async function uploadPicture(send: Send, at: number): Promise<string> {
  const background = { r: (at * 40) % 256, g: (at * 70) % 256, b: 90 }
  const bytes = await sharp({ create: { width: 700, height: 900, channels: 3, background } })
    .png()
    .toBuffer()
  const files = [{ name: 'a.png', size: bytes.length, type: 'image/png' }]
  const asked = await send(
    '/api/uploadthing?actionType=upload&slug=productPicture',
    JSON.stringify({ files }),
    'application/json',
  )
  const [{ url } = { url: '' }] = (await asked.json()) as Array<{ url: string }>
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const { serverData } = (await (await send(url, form, undefined, 'PUT')).json()) as { serverData: UploadOutcome }
  const name = serverData.file?.picture?.name
  if (!name) throw new Error(`The picture was not accepted: ${JSON.stringify(serverData)}`)
  return name
}

/** Repeats a request until it has a result. */
async function eventually<T>(attempt: () => Promise<T | null>): Promise<T> {
  let result: T | null = null
  await expect
    .poll(async () => (result = await attempt().catch(() => null)) !== null, { ...SOON, timeout: 120_000 })
    .toBe(true)
  return result as T
}
