import { isEmpty, type ShopperSizesData } from '#server/sizing/person.schema.ts'
import { parseShopperSizes } from '#server/sizing/sizes-form.schema.ts'
import { DEVICE_SIZES } from './device-sizes-key.ts'

/** Returns the sizes stored on this device; null if there are none. */
export function loadDeviceSizes(): ShopperSizesData | null {
  try {
    const sizes = parseShopperSizes(localStorage.getItem(DEVICE_SIZES))
    return isEmpty(sizes) ? null : sizes
  } catch {
    return null
  }
}

/** Stores the sizes on this device, or deletes them if they are empty. */
export function writeDeviceSizes(sizes: ShopperSizesData): void {
  try {
    if (isEmpty(sizes)) localStorage.removeItem(DEVICE_SIZES)
    else localStorage.setItem(DEVICE_SIZES, JSON.stringify(sizes))
  } catch {
    // The page works without storage.
  }
}
