import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { executeOn } from './graphql-root.ts'
import type { ApiShop } from './shop-things.ts'

const PRODUCTS_AT_ONCE = 500

type Outcome = 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED'

interface Operation {
  id: string
  number: number
  file: string | null
  objectCount: number
  rootObjectCount: number
  fileSize: number
  isWritten: boolean
  pollsLeft: number
  outcome: Outcome
}

type Row = Record<string, unknown>

/** A shop's bulk operations. Their files are written to disk line by line, like Shopify's. */
export class BulkOperations {
  readonly #shop: ApiShop
  readonly #operations: Operation[] = []
  #directory: string | null = null
  /** The outcome of the next operations. */
  outcome: Outcome = 'COMPLETED'
  /** The number of polls before the next operations complete. */
  polls = 1
  /** Truncates files after this many bytes, in the middle of a line. */
  cutAt: number | null = null

  constructor(shop: ApiShop) {
    this.#shop = shop
  }

  start(query: string): Operation {
    const number = this.#shop.newId()
    const operation: Operation = {
      id: `gid://shopify/BulkOperation/${number}`,
      number,
      file: null,
      objectCount: 0,
      rootObjectCount: 0,
      fileSize: 0,
      isWritten: false,
      pollsLeft: this.polls,
      outcome: this.outcome,
    }
    this.#operations.push(operation)
    void this.#write(operation, query)
    return operation
  }

  find(id: string): Operation | null {
    return this.#operations.find((one) => one.id === id) ?? null
  }

  fileOf(number: number): string | null {
    return this.#operations.find((one) => one.number === number)?.file ?? null
  }

  /** Returns an operation's progress, or null if there is no such operation. It completes after enough polls. */
  look(operationId: string): object | null {
    const operation = this.find(operationId)
    if (!operation) return null
    const isEnded = operation.isWritten && operation.pollsLeft-- <= 0
    const isCompleted = isEnded && operation.outcome === 'COMPLETED'
    const { id, objectCount, rootObjectCount, fileSize } = operation
    return {
      id,
      status: isEnded ? operation.outcome : 'RUNNING',
      errorCode: isEnded && operation.outcome === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null,
      objectCount: String(objectCount),
      rootObjectCount: String(rootObjectCount),
      fileSize: isCompleted ? String(fileSize) : null,
      // An empty result has no file.
      url: isCompleted && objectCount ? `${this.#shop.origin}/bulk/${operation.number}.jsonl` : null,
      partialDataUrl: null,
    }
  }

  async #write(operation: Operation, query: string): Promise<void> {
    this.#directory ??= await mkdtemp(path.join(os.tmpdir(), 'wtf-shopify-'))
    const file = path.join(this.#directory, `${operation.number}.jsonl`)
    const stream = fs.createWriteStream(file)
    const { products } = this.#shop
    for (let at = 0; at < products.length; at += PRODUCTS_AT_ONCE) {
      const chunk = products.slice(at, at + PRODUCTS_AT_ONCE)
      const { data, errors } = await executeOn(this.#shop, query, {}, chunk)
      if (errors?.length) throw new Error(errors[0]?.message)
      const lines = linesOf((data as { products: Row }).products, null)
      operation.objectCount += lines.length
      operation.rootObjectCount += chunk.length
      if (!stream.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))) await once(stream, 'drain')
    }
    await new Promise<void>((resolve) => stream.end(resolve))
    if (this.cutAt !== null) await fs.promises.truncate(file, this.cutAt)
    operation.fileSize = stream.bytesWritten
    operation.file = file
    operation.isWritten = true
  }

  async stop(): Promise<void> {
    if (this.#directory !== null) await rm(this.#directory, { recursive: true, force: true })
  }
}

/** Returns the objects of a connection as lines. Nested objects follow their parent, and contain its id. */
function linesOf(connection: Row, parentId: string | null): Row[] {
  return (connection['edges'] as Array<{ node: Row }>).flatMap(({ node }) => {
    const scalars: Row = {}
    const within: Row[] = []
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'object' && value !== null && 'edges' in value)
        within.push(...linesOf(value as Row, node['id'] as string))
      else scalars[key] = value
    }
    return [{ ...scalars, ...(parentId === null ? {} : { __parentId: parentId }) }, ...within]
  })
}
