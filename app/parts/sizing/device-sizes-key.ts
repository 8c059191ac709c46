/** Under which a device keeps its owner's measures. A file of its own: product pages ask for it, and need no more. */
export const DEVICE_SIZES = 'wtf-sizes'
