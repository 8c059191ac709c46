import { client } from '#app/lib/trpc-client.ts'
import { loadDeviceSizes } from './device-sizes.ts'
import { adviceFor, lengthFor, ownSizes } from './known-sizes.ts'

/**
 * Returns the product's sizes that fit the device's owner. Requests the table and computes the sizes here, so that no
 * measurement is sent.
 */
export async function yourSizes(productId: string): Promise<string[]> {
  const sizes = loadDeviceSizes()
  if (!sizes) return []
  const known = await client.fitting.product.query({ productId })
  return ownSizes(known, adviceFor(known, sizes), lengthFor(known, sizes))
}
