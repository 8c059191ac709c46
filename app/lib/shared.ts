import { useSyncExternalStore } from 'react'

/** A value shared by components without a common parent. The server always sees the initial value. */
export interface Shared<T> {
  get: () => T
  set: (value: T) => void
  use: () => T
}

export function createShared<T>(initial: T): Shared<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
