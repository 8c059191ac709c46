import fs from 'node:fs/promises'
import { PRIVATE_FILE } from '#server/platform/private-files.ts'

/** Maximum bytes of the part's header: a name of 200 characters, percent-encoded. */
const MAX_HEADER_BYTES = 4_096
const END_OF_HEADER = Buffer.from('\r\n\r\n')

/** Thrown if a body is not accepted: 'size' if the file is not as long as announced. */
export class NotTaken extends Error {
  readonly why: 'form' | 'size' | 'late'

  constructor(why: NotTaken['why']) {
    super(`the file was not accepted: ${why}`)
    this.why = why
  }
}

/**
 * Writes the only file of a form (multipart/form-data with one part) to the disk while it arrives. If anything is
 * wrong, or the sender disconnects, deletes the file.
 * @param byteSize the required size
 * @throws NotTaken, or the error of the disk or of the connection
 */
export async function receiveUpload(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  { file, byteSize, withinMs }: { file: string; byteSize: number; withinMs: number },
): Promise<void> {
  const [, boundary] =
    /^multipart\/form-data; ?boundary=([\w'()+,./:=?-]{1,70})$/i.exec(headers.get('content-type') ?? '') ?? []
  if (!boundary || !body) throw new NotTaken('form')
  const opening = Buffer.from(`--${boundary}\r\n`)
  const closing = Buffer.from(`\r\n--${boundary}--`)
  const reader = body.getReader()
  const deadline = performance.now() + withinMs
  const handle = await fs.open(file, 'wx', PRIVATE_FILE)
  let head: Buffer | null = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let written = 0
  const take = async (bytes: Buffer) => {
    const ofFile = bytes.subarray(0, byteSize - written)
    written += ofFile.length
    if (ofFile.length) await handle.writeFile(ofFile)
    tail = Buffer.concat([tail, bytes.subarray(ofFile.length)])
    // Browsers end the body with a line break.
    if (tail.length > closing.length + 2) throw new NotTaken('size')
  }
  try {
    for (;;) {
      const { done, value } = await before(deadline, reader.read())
      if (done) break
      if (!head) {
        await take(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
        continue
      }
      head = Buffer.concat([head, value])
      const end = head.indexOf(END_OF_HEADER)
      if (end === -1 && head.length > MAX_HEADER_BYTES) throw new NotTaken('form')
      if (end === -1) continue
      const announced = head.toString('latin1', 0, end)
      if (!head.subarray(0, opening.length).equals(opening) || !/; name="file"/i.test(announced))
        throw new NotTaken('form')
      const rest = head.subarray(end + END_OF_HEADER.length)
      head = null
      await take(rest)
    }
    if (head) throw new NotTaken('form')
    if (written < byteSize || !tail.subarray(0, closing.length).equals(closing)) throw new NotTaken('size')
    await handle.close()
  } catch (error) {
    reader.cancel().catch(() => undefined)
    await handle.close()
    await fs.rm(file, { force: true })
    throw error
  }
}

/**
 * Reads the body of a request to its end and discards it, because browsers report an error if the response comes
 * earlier.
 * @throws NotTaken, or the error of the connection
 */
export async function passOver(
  body: Request['body'],
  { byteSize, withinMs }: { byteSize: number; withinMs: number },
): Promise<void> {
  if (!body) return
  const reader = body.getReader()
  const deadline = performance.now() + withinMs
  try {
    for (let left = byteSize + 2 * MAX_HEADER_BYTES; ;) {
      const { done, value } = await before(deadline, reader.read())
      if (done) return
      left -= value.length
      if (left < 0) throw new NotTaken('size')
    }
  } catch (error) {
    reader.cancel().catch(() => undefined)
    throw error
  }
}

async function before<T>(deadline: number, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotTaken('late')), Math.max(0, deadline - performance.now()))
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}
