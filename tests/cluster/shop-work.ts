import sharp from 'sharp'
import { IMPORT_UPLOAD } from '#server/importing/import-upload.values.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { UploadOutcome } from '#server/uploads/store-upload.service.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { createVisitor } from '#tests/setup/visitor.ts'
import type { Catalogue } from '#tests/durability/click-load.ts'
import type { Cluster } from './cluster.ts'
import { until } from './until.ts'

const PRODUCTS = 20
const PICTURES = 12
const ROWS = 25
const MAILS = 5
/** The maximum duration of a job. A job whose worker was killed is retried after a while. */
const JOB_MS = 240_000

export interface ShopWork {
  catalogue: Catalogue
  /** Names of uploaded pictures. */
  pictures: string[]
  /** Uploads a file with products, and imports it. Repeats requests without a response. */
  importFile: () => Promise<void>
  /** Queues emails. */
  queueMails: () => Promise<void>
  /** Recipients of emails whose transaction was committed. */
  queued: string[]
  /** Returns the number of products in all imported files. */
  imported: () => number
  partnerId: string
}

/** Creates a partner with products and pictures, and the work that it does through the proxy. */
export async function startWork(db: Db, { url }: Cluster): Promise<ShopWork> {
  const { id: ownerId } = await createUser(db, { role: 'partner' })
  const { id: partnerId } = await createPartner(db, { ownerId })
  const { id: shownBy } = await createPartner(db)
  const productIds: string[] = []
  // One after the other, because many connections at once take too long on a busy machine.
  for (let at = 0; at < PRODUCTS; at++) productIds.push((await createProduct(db, { partnerId: shownBy })).id)
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
    catalogue: { productIds, regulars: regulars.map(({ cookie: each }) => each) },
    pictures,
    partnerId,
    queued,
    imported: () => files * ROWS,
    importFile: async () => {
      const file = ++files
      const rows = Array.from({ length: ROWS }, (_, row) => `f${file}r${row},Coat ${file} ${row},Shirts,79.00,5`)
      const csv = `handle,name,category,price,stock\n${rows.join('\n')}\n`
      const importId = await until('the file was received', async () => {
        const answer = await send(`${IMPORT_UPLOAD}?name=${file}.csv`, csv, 'application/octet-stream')
        return answer.ok && ((await answer.json()) as { importId: string }).importId
      })
      const isIn = async (...wanted: string[]) =>
        wanted.includes((await db.productImport.findUniqueOrThrow({ where: { id: importId } })).status)
      await until('the file was read', () => isIn('read'), JOB_MS)
      const input = JSON.stringify({ json: { importId, gone: 'keep' } })
      await until('the import was accepted', async () => {
        const answer = await send('/trpc/imports.accept', input, 'application/json')
        // The response of an earlier request may have been lost.
        return answer.ok || isIn('applying', 'applied')
      })
      await until('the file was imported', () => isIn('applied'), JOB_MS)
    },
    queueMails: async () => {
      for (let at = 0; at < MAILS; at++) {
        await until('an email was queued', async () => {
          // Another address each time, because a request without a response may have been committed.
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
