/**
 * The storage key for the owner's measurements on this device. In a separate file, because product pages need nothing
 * else.
 */
export const DEVICE_SIZES = 'wtf-sizes'
