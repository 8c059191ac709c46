import fs from 'node:fs'
import path from 'node:path'

/** A delivery as a real store sent it. */
interface RecordedDelivery {
  secret: string
  headers: Record<string, string>
  raw_body: string
}

/** Reads a payload recorded at our test store (WooCommerce 11.0.1). */
export const payload = (name: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'payloads', `${name}.json`), 'utf8'))

export const recordedDelivery = (name: string) => payload(name) as RecordedDelivery
