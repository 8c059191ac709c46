interface Powers {
  /** Gigabytes, at most 8; browsers that tell no websites leave it out. */
  deviceMemory?: number | undefined
  hardwareConcurrency?: number | undefined
}

/** Below this there are better uses for the machine's time than effects. */
const WEAK_MEMORY_GB = 2
const WEAK_CORES = 2

/** Whether a device has so little memory or so few cores that effects are left out. What is not told counts as enough. */
export function isWeak({ deviceMemory = Infinity, hardwareConcurrency = Infinity }: Powers): boolean {
  return deviceMemory <= WEAK_MEMORY_GB || hardwareConcurrency <= WEAK_CORES
}

/** In the browser only. */
export const isWeakDevice = (): boolean => isWeak(navigator as Powers)

/** In the browser only. */
export const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches
