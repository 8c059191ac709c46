import { createShared, type Shared } from './shared.ts'
import { toast, type Toast } from './toast.ts'
import type { client as trpcClient } from './trpc-client.ts'

type Client = typeof trpcClient

/** On/off states by id that people change with one press, such as hearts on products. */
export interface OptimisticSwitch {
  /** The states pressed since the last load from the server. Other ids have the server's state. */
  pressed: Pick<Shared<ReadonlyMap<string, boolean>>, 'get' | 'use'>
  /**
   * Shows the change at once, sends it to the server, and reverts it on failure. Each id has only one request at a
   * time. All presses during a request resolve together, when the last of them is saved or reverted.
   * @returns false if the session has ended
   */
  set: (id: string, isOn: boolean) => Promise<boolean>
  /** Notifies the listener when the server has answered a press. @returns a function that unsubscribes */
  onSettled: (listener: () => void) => () => void
  /**
   * Loads the server's state. It replaces presses that were settled before the request. If responses overtake each
   * other, the latest request wins.
   */
  catchUp: <Answer>(ask: (client: Client) => Promise<Answer>, take: (answer: Answer) => void) => Promise<void>
  /** Clears the state for the next user in this browser. */
  forget: () => void
}

interface Words {
  /** Saves a state on the server. */
  save: (client: Client, id: string, isOn: boolean) => Promise<unknown>
  /**
   * Asks the server for the state after a request without a response. Without this function, such a request counts as
   * failed.
   */
  read?: (client: Client, id: string) => Promise<boolean>
  done: (isOn: boolean) => string
  /** Returns the toast for a refusal. `code` is tRPC's; undefined if there was no response. */
  refused: (isOn: boolean, code: string | undefined, message: string) => Omit<Toast, 'tone'>
  /** Loads the client on demand. */
  connect?: () => Promise<Client>
}

export function createOptimisticSwitch({
  save,
  read,
  done,
  refused,
  connect = async () => (await import('./trpc-client.ts')).client,
}: Words): OptimisticSwitch {
  const pressed = createShared<ReadonlyMap<string, boolean>>(new Map())
  const running = new Map<string, Promise<boolean>>()
  /** The time of each response, in steps of `clock`. */
  const settled = new Map<string, number>()
  let clock = 0
  let lastCaughtUp = 0
  const listeners = new Set<() => void>()
  const show = (id: string, isOn: boolean) => pressed.set(new Map(pressed.get()).set(id, isOn))

  /** Repeats until the server has the last pressed state, or refuses it. */
  const carryOut = async (id: string): Promise<boolean> => {
    let stands = !pressed.get().get(id)
    for (;;) {
      const isOn = pressed.get().get(id) ?? stands
      try {
        await save(await connect(), id, isOn)
        stands = isOn
      } catch (error) {
        const { data, message } = error as { data?: { code?: string }; message: string }
        if (data?.code === undefined && read)
          stands = await connect()
            .then((client) => read(client, id))
            .catch(() => stands)
        if (data?.code === 'UNAUTHORIZED') {
          show(id, stands)
          return false
        }
        // Not pressed again, and not saved: revert it.
        if (pressed.get().get(id) === isOn && stands !== isOn) {
          show(id, stands)
          toast.set({ tone: 'error', ...refused(isOn, data?.code, message) })
          return true
        }
      }
      if ((pressed.get().get(id) ?? stands) === stands) {
        toast.set({ tone: 'plain', title: done(stands) })
        return true
      }
    }
  }

  return {
    pressed,
    set: (id, isOn) => {
      show(id, isOn)
      const underWay = running.get(id)
      if (underWay) return underWay
      const work = carryOut(id).finally(() => {
        running.delete(id)
        settled.set(id, ++clock)
        for (const listener of listeners) listener()
      })
      running.set(id, work)
      return work
    },
    onSettled: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    catchUp: async (ask, take) => {
      const asked = ++clock
      const answer = await ask(await connect())
      if (asked < lastCaughtUp) return
      lastCaughtUp = asked
      take(answer)
      const isLater = ([id]: [string, boolean]) => running.has(id) || (settled.get(id) ?? 0) > asked
      pressed.set(new Map([...pressed.get()].filter(isLater)))
    },
    forget: () => {
      lastCaughtUp = ++clock
      pressed.set(new Map())
    },
  }
}
