import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { FileRouter } from 'uploadthing/types'
import { openStorage } from '#server/media/storage.ts'
import type { Db } from '#server/platform/db.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { parseUploadToken } from '#server/platform/env.ts'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import { fetchPublic, type Network } from '#server/platform/fetch-public.ts'
import { log } from '#server/platform/log.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { makePrivateFolder, PRIVATE_FILE } from '#server/platform/private-files.ts'
import { beginUploads } from './begin-uploads.service.ts'
import { NotTaken, passOver, receiveUpload } from './receive-upload.ts'
import { parsePermission, sign, type Permission } from './signature.ts'
import { findUploadOutcome, storeUpload, type UploadOutcome } from './store-upload.service.ts'
import { mintToken, OWN_INGEST } from './upload-token.ts'
import { announcedFiles } from './uploads.schema.ts'
import { UPLOAD_SLOTS, type UploadSlot } from './uploads.values.ts'

/** How long an upload address is valid. */
const ADDRESS_SECONDS = 3600
/** Time for a full file: 50 MB at a megabit per second take seven minutes. */
export const SENDING_MS = 15 * 60_000
const FETCHING_MS = 120_000
/** Maximum per process. */
const MAX_AT_ONCE = 60
const MAX_AT_ONCE_OF_PARTNER = 12
/**
 * Maximum for all partners that were never approved, because anyone can sign up several times and send a byte a minute.
 */
const MAX_AT_ONCE_BEFORE_APPROVAL = 24
/** Bytes of disk space that partners' files leave free. */
const LEFT_FREE = 500 * 2 ** 20

const ERROR_CODES = {
  not_found: 'NOT_FOUND',
  bad_input: 'BAD_REQUEST',
  unauthorized: 'FORBIDDEN',
  forbidden: 'FORBIDDEN',
  conflict: 'BAD_REQUEST',
  too_many: 'BAD_REQUEST',
  unavailable: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<AppErrorCode, string>

interface UploadParts {
  db: Db
  dataDir: string
  siteUrl: string
  /** UploadThing's token; undefined if files are sent to us, with the same protocol. */
  token: string | undefined
  /** Bytes of disk to leave free. */
  leftFree?: number
  sendingMs?: number
  /** For tests: the network for fetching UploadThing's files. */
  network?: Network
}

type Handler = (request: Request) => Promise<Response>

/**
 * Receives partners' files with UploadThing's protocol. Its browser client requests addresses from `begin` and sends
 * the files there: to UploadThing if there is a token, else to `receive`. In both cases UploadThing's own handler signs
 * the addresses and checks the callback for a complete file.
 */
export class Uploads {
  readonly #parts: UploadParts
  readonly #viewers = new WeakMap<Request, Viewer | null>()
  readonly #outcomes = new Map<string, UploadOutcome>()
  readonly #receiving = new Map<string, number>()
  #beforeApproval = 0
  #handler: Promise<Handler> | null = null

  constructor(parts: UploadParts) {
    this.#parts = parts
  }

  /** Answers POST /api/uploadthing: upload permissions for the viewer, and signed callbacks. */
  async begin(request: Request, viewer: Viewer | null): Promise<Response> {
    this.#viewers.set(request, viewer)
    const response = await (await this.#open())(request)
    if (!response.ok || new URL(request.url).searchParams.get('actionType') !== 'upload') return response
    const begun = (await response.json()) as Array<{ url: string; key: string; customId: string | null }>
    for (const { customId, key } of begun)
      await this.#parts.db.upload.updateMany({ where: { id: customId ?? '', status: 'waiting' }, data: { key } })
    if (this.#parts.token) return Response.json(begun)
    // Returns relative addresses, which work under every name of the shop.
    return Response.json(begun.map((one) => ({ ...one, url: one.url.slice(new URL(OWN_INGEST).origin.length) })))
  }

  /**
   * Answers HEAD of an upload address: the received bytes. Returns all or nothing, because partial uploads are not
   * kept.
   */
  async ask(request: Request): Promise<Response> {
    const permission = await this.#permissionOf(request)
    const upload = permission && (await this.#uploadOf(permission))
    const held = upload && upload.status !== 'waiting' ? permission.byteSize : 0
    return new Response(null, { status: permission ? 200 : 403, headers: { 'x-ut-range-start': String(held) } })
  }

  /** Answers PUT of a file to its address. A repeat after a lost response gets the first answer. */
  async receive(request: Request): Promise<Response> {
    const permission = await this.#permissionOf(request)
    const { db, dataDir, leftFree = LEFT_FREE, sendingMs: withinMs = SENDING_MS } = this.#parts
    const upload = permission && (await this.#uploadOf(permission))
    if (!permission || !upload) return refusal(403, 'This upload has expired. Please choose the file again.')
    const { partnerId } = upload
    const total = [...this.#receiving.values()].reduce((sum, count) => sum + count, 0)
    const receiving = this.#receiving.get(partnerId) ?? 0
    const isNew = ['pending', 'rejected'].includes(upload.partner.verificationStatus)
    const isFull = total >= MAX_AT_ONCE || (isNew && this.#beforeApproval >= MAX_AT_ONCE_BEFORE_APPROVAL)
    if (isFull || receiving >= MAX_AT_ONCE_OF_PARTNER)
      return refusal(503, 'Many files are being uploaded right now. Please try again in a minute.')
    this.#receiving.set(partnerId, receiving + 1)
    if (isNew) this.#beforeApproval++
    const { byteSize } = permission
    try {
      const known = await findUploadOutcome(db, upload.id)
      if (known) {
        await passOver(request.body, { byteSize, withinMs })
        return received(permission.key, known)
      }
      if (!(await openStorage(dataDir).hasRoom(byteSize + leftFree)))
        return refusal(507, 'We have no space for files right now. Please try again later.')
      const file = await this.#newFile()
      await receiveUpload(request, { file, byteSize, withinMs })
      return await this.#completeLocal(permission, upload.id, file)
    } catch (error) {
      return refusalOf(error)
    } finally {
      if (isNew) this.#beforeApproval--
      const left = (this.#receiving.get(partnerId) ?? 1) - 1
      if (left > 0) this.#receiving.set(partnerId, left)
      else this.#receiving.delete(partnerId)
    }
  }

  #uploadOf({ uploadId, key }: Permission) {
    return this.#parts.db.upload.findFirst({
      where: { id: uploadId, key },
      select: { id: true, partnerId: true, status: true, partner: { select: { verificationStatus: true } } },
    })
  }

  async #permissionOf(request: Request): Promise<Permission | null> {
    if (this.#parts.token) return null
    const { pathname, search } = new URL(request.url)
    const { apiKey } = await mintToken(this.#parts.db)
    return parsePermission(new URL(pathname + search, OWN_INGEST), apiKey)
  }

  async #newFile(): Promise<string> {
    const folder = path.join(this.#parts.dataDir, 'uploads')
    await makePrivateFolder(folder)
    return path.join(folder, randomUUID())
  }

  /** Reports the complete file to UploadThing's handler, as UploadThing would, and returns its answer. */
  async #completeLocal(permission: Permission, uploadId: string, file: string): Promise<Response> {
    const { key, fileName, byteSize, slot } = permission
    const { apiKey } = await mintToken(this.#parts.db)
    const url = `${OWN_INGEST}/${key}`
    const announced = { name: fileName, size: byteSize, type: 'application/octet-stream', customId: uploadId, key }
    // Sends a hash instead of the file's name. The callback is signed and never leaves the process.
    const body = JSON.stringify({
      status: 'uploaded',
      file: { ...announced, url, appUrl: url, ufsUrl: url, fileHash: path.basename(file) },
      origin: `${OWN_INGEST}/${path.basename(file)}`,
      metadata: {},
    })
    const headers = {
      'content-type': 'application/json',
      'uploadthing-hook': 'callback',
      'x-uploadthing-signature': sign(body, apiKey),
    }
    const handle = await this.#open()
    await handle(new Request(`${OWN_INGEST}?slug=${slot}`, { method: 'POST', headers, body }))
    const outcome = this.#outcomes.get(path.basename(file))
    this.#outcomes.delete(path.basename(file))
    await fs.rm(file, { force: true })
    if (!outcome) return refusal(500, 'Error uploading file. Please try again.')
    return received(key, outcome)
  }

  /** Handles a complete file, here or at UploadThing. */
  async #finish(file: {
    key: string
    customId: string | null
    size: number
    fileHash: string
  }): Promise<UploadOutcome> {
    const { db, dataDir, token, network } = this.#parts
    try {
      if (!token)
        return await storeUpload(
          { db, dataDir },
          file.customId ?? '',
          path.join(dataDir, 'uploads', path.basename(file.fileHash)),
        )
      const upload = await db.upload.findFirst({
        where: { id: file.customId ?? '', key: file.key },
        select: { id: true, slot: true },
      })
      if (!upload) return { file: null, message: 'This upload has expired. Please choose the file again.' }
      const known = await findUploadOutcome(db, upload.id)
      if (known) return known
      const address = `https://${parseUploadToken(token)?.appId ?? ''}.ufs.sh/f/${encodeURIComponent(file.key)}`
      const { bytes } = await fetchPublic(address, {
        maxBytes: UPLOAD_SLOTS[upload.slot].maxBytes,
        timeoutMs: FETCHING_MS,
        maxRedirects: 0,
        ...(network && { network }),
      })
      const arrived = await this.#newFile()
      await fs.writeFile(arrived, bytes, { mode: PRIVATE_FILE })
      const outcome = await storeUpload({ db, dataDir }, upload.id, arrived)
      await this.#deleteThere(token, file.key)
      return outcome
    } catch (error) {
      if (error instanceof AppError) return { file: null, message: error.message }
      log.error({ err: error, upload: file.customId }, 'an upload was not stored')
      return { file: null, message: 'Error uploading file. Please try again.' }
    }
  }

  /** Deletes the upload at UploadThing, where it is public with all camera metadata. */
  async #deleteThere(token: string, key: string): Promise<void> {
    const { UTApi } = await import('uploadthing/server')
    await new UTApi({ token, logLevel: 'None' })
      .deleteFiles(key)
      .catch((error: unknown) => log.warn({ err: error }, 'a file was not deleted at UploadThing'))
  }

  #open(): Promise<Handler> {
    this.#handler ??= this.#makeHandler()
    this.#handler.catch(() => {
      this.#handler = null
    })
    return this.#handler
  }

  /** Loads UploadThing's handler on first use, because it is a large package, and most visitors never send a file. */
  async #makeHandler(): Promise<Handler> {
    const { createRouteHandler, createUploadthing, UploadThingError, UTFiles } = await import('uploadthing/server')
    const { db, siteUrl, token } = this.#parts
    const route = createUploadthing()
    const routeOf = (slot: UploadSlot) =>
      // UploadThing's own limits are powers of two and trust the browser's values. We check ours below and by content.
      route(
        { blob: { maxFileSize: '64MB', maxFileCount: 20, contentDisposition: 'attachment' } },
        { presignedURLTTL: ADDRESS_SECONDS, getFileHashParts: () => [randomUUID()] },
      )
        .middleware(async ({ req, files }) => {
          try {
            const announced = announcedFiles.safeParse(files)
            if (!announced.success) throw new AppError('bad_input', 'Please choose a file.')
            const begun = await beginUploads({ db, viewer: this.#viewers.get(req) ?? null }, slot, announced.data)
            return {
              [UTFiles]: begun.map(({ id, fileName, byteSize }) => ({
                name: fileName,
                size: byteSize,
                type: 'application/octet-stream',
                customId: id,
              })),
            }
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            throw new UploadThingError({ code: ERROR_CODES[error.code], message: error.message })
          }
        })
        .onUploadComplete(async ({ file }) => (await this.#finish(file)) as unknown as Record<string, string>)
    const router = Object.fromEntries(
      Object.keys(UPLOAD_SLOTS).map((slot) => [slot, routeOf(slot as UploadSlot)]),
    ) as unknown as FileRouter
    const config = token
      ? { token, callbackUrl: `${siteUrl}/api/uploadthing` }
      : {
          token: (await mintToken(db)).token,
          ingestUrl: OWN_INGEST,
          fetch: (url: unknown, init: unknown) => this.#answerHandler(url, init),
        }
    return createRouteHandler({ router, config: { ...config, isDev: false, logLevel: 'None' } as never }) as Handler
  }

  /** Returns UploadThing's answers to the handler: the announced files, and the result of one. */
  async #answerHandler(address: unknown, init: unknown): Promise<Response> {
    const { url, body } = { url: new URL(String(address)), body: (init as { body?: BodyInit } | undefined)?.body }
    const arrived = /^\/api\/ingest\/([\w-]+)\/callback-result$/.exec(url.pathname)?.[1]
    if (arrived) {
      const { callbackData } = (await new Response(body ?? null).json()) as { callbackData: UploadOutcome }
      this.#outcomes.set(arrived, callbackData)
    }
    return Response.json({ ok: true })
  }
}

/** Returns UploadThing's response to the browser. */
function received(key: string, serverData: UploadOutcome): Response {
  const url = `${OWN_INGEST}/${key}`
  return Response.json({ url, appUrl: url, ufsUrl: url, fileHash: key, serverData })
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { connection: 'close' } })
}

function refusalOf(error: unknown): Response {
  if (error instanceof NotTaken)
    return error.why === 'late'
      ? refusal(408, 'The upload took too long. Please try again.')
      : refusal(400, 'The upload was interrupted. Please try again.')
  if (isDiskFull(error)) {
    log.error({ err: error }, 'not enough disk space for an upload')
    return refusal(507, 'We have no space for files right now. Please try again later.')
  }
  if ((error as Error).name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ECONNRESET')
    return refusal(400, 'The upload was interrupted. Please try again.')
  log.error({ err: error }, 'an upload was not accepted')
  return refusal(500, 'Error uploading file. Please try again.')
}
