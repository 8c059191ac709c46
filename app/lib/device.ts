interface Powers {
  /** Gigabytes, at most 8; some browsers do not report it. */
  deviceMemory?: number | undefined
  hardwareConcurrency?: number | undefined
}

/** Devices with this much memory or less skip effects. */
const WEAK_MEMORY_GB = 2
const WEAK_CORES = 2

/** Returns whether a device has too little memory or too few cores for effects. Unknown values count as enough. */
export function isWeak({ deviceMemory = Infinity, hardwareConcurrency = Infinity }: Powers): boolean {
  return deviceMemory <= WEAK_MEMORY_GB || hardwareConcurrency <= WEAK_CORES
}

/** Only for the browser. */
export const isWeakDevice = (): boolean => isWeak(navigator as Powers)

/** Only for the browser. */
export const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches
