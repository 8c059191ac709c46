import { client } from '#app/lib/trpc-client.ts'
import { loadDeviceSizes } from './device-sizes.ts'
import { adviceFor, lengthFor, ownSizes } from './known-sizes.ts'

/** The product's sizes that fit this device's owner, computed here: the table is requested, and no measure is sent. */
export async function yourSizes(productId: string): Promise<string[]> {
  const sizes = loadDeviceSizes()
  if (!sizes) return []
  const known = await client.fitting.product.query({ productId })
  return ownSizes(known, adviceFor(known, sizes), lengthFor(known, sizes))
}
