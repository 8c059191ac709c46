/** Thrown if too many requests are waiting. */
export class QueueFullError extends Error {
  constructor() {
    super('The queue is full.')
    this.name = 'QueueFullError'
  }
}

export interface FairQueueLimits {
  /** Tasks that run at the same time. */
  atOnce: number
  /** Maximum waiting requests, in total and per group. */
  maxWaiting: number
  maxWaitingOfGroup: number
}

/** The place of a request in the queue. */
export interface Place {
  /** Names the result. Requests for the same one share it while it waits or runs. */
  key: string
  /** Groups take turns, and so do the topics within a group. */
  group: string
  topic: string
  /** Aborting leaves the queue. A task that nobody waits for is not started. */
  signal: AbortSignal
}

interface Task<T> {
  key: string
  start: () => Promise<T>
  waiters: Set<Waiter<T>>
}

interface Waiter<T> {
  task: Task<T>
  group: string
  topic: string
  resolve: (result: Promise<T>) => void
  reject: (error: unknown) => void
}

interface Group<T> {
  size: number
  /** In the order of their turns, like the groups. */
  topics: Map<string, Set<Waiter<T>>>
}

/**
 * A bounded queue in which no group can delay the others, however much it requests. (p-queue and similar libraries have
 * priorities, not turns.)
 */
export class FairQueue<T> {
  readonly #limits: FairQueueLimits
  readonly #running = new Map<string, Promise<T>>()
  readonly #tasks = new Map<string, Task<T>>()
  readonly #groups = new Map<string, Group<T>>()
  #waiting = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /**
   * Returns the result of `start`, once its turn has come.
   * @throws QueueFullError if too many requests of the group are waiting, or too many in total and no other group has
   * more; the signal's reason once it is aborted; whatever `start` throws
   */
  ask(place: Place, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(place.key)
    if (running) return running
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const { key, group, topic, signal } = place
    if (signal.aborted) reject(signal.reason)
    else if ((this.#groups.get(group)?.size ?? 0) >= this.#limits.maxWaitingOfGroup) reject(new QueueFullError())
    else {
      const task = this.#tasks.get(key) ?? { key, start, waiters: new Set() }
      const waiter: Waiter<T> = { task, group, topic, resolve, reject }
      this.#add(waiter)
      signal.addEventListener(
        'abort',
        () => {
          this.#remove(waiter)
          reject(signal.reason)
        },
        { once: true },
      )
      if (this.#waiting > this.#limits.maxWaiting) this.#refuseOne()
      this.#startNext()
    }
    return promise
  }

  #add(waiter: Waiter<T>): void {
    const group = this.#groups.get(waiter.group) ?? { size: 0, topics: new Map<string, Set<Waiter<T>>>() }
    const waiters = group.topics.get(waiter.topic) ?? new Set()
    this.#groups.set(waiter.group, group)
    group.topics.set(waiter.topic, waiters.add(waiter))
    group.size++
    this.#waiting++
    this.#tasks.set(waiter.task.key, waiter.task)
    waiter.task.waiters.add(waiter)
  }

  /** Removes a waiter from the queue, if it is still waiting. */
  #remove(waiter: Waiter<T>): void {
    if (!waiter.task.waiters.delete(waiter)) return
    if (waiter.task.waiters.size === 0) this.#tasks.delete(waiter.task.key)
    this.#waiting--
    const group = this.#groups.get(waiter.group)
    const waiters = group?.topics.get(waiter.topic)
    if (!group || !waiters) return
    waiters.delete(waiter)
    group.size--
    if (waiters.size === 0) group.topics.delete(waiter.topic)
    if (group.size === 0) this.#groups.delete(waiter.group)
  }

  /** Refuses the newest request of the group with the most waiting requests. */
  #refuseOne(): void {
    const group = largest(this.#groups.values(), ({ size }) => size)
    const waiter = group && [...(largest(group.topics.values(), ({ size }) => size) ?? [])].at(-1)
    if (!waiter) return
    this.#remove(waiter)
    waiter.reject(new QueueFullError())
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.atOnce) {
      const group = takeTurn(this.#groups)
      const [waiter] = (group && takeTurn(group.topics)) ?? []
      if (!waiter) return
      const { task } = waiter
      // Several requests may wait for the same task, each in a different group.
      const waiters = [...task.waiters]
      for (const each of waiters) this.#remove(each)
      const result = task.start().finally(() => {
        this.#running.delete(task.key)
        this.#startNext()
      })
      this.#running.set(task.key, result)
      for (const each of waiters) each.resolve(result)
    }
  }
}

/** Takes the first entry and moves it to the end. */
function takeTurn<V>(line: Map<string, V>): V | undefined {
  const [first] = line
  if (!first) return undefined
  const [name, value] = first
  line.delete(name)
  line.set(name, value)
  return value
}

/** Returns the largest value. If several are equal, returns the last one, because its turn is furthest away. */
function largest<V>(values: Iterable<V>, sizeOf: (value: V) => number): V | undefined {
  let found: V | undefined
  for (const value of values) if (found === undefined || sizeOf(value) >= sizeOf(found)) found = value
  return found
}
