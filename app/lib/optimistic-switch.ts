import { createShared, type Shared } from './shared.ts'
import { toast, type Toast } from './toast.ts'
import type { client as trpcClient } from './trpc-client.ts'

type Client = typeof trpcClient

/** What people switch on and off with one press, each thing by its id: on a wishlist, among favourites. */
export interface OptimisticSwitch {
  /** What was pressed since the server was asked last; what is not in it stands as the server said then. */
  pressed: Pick<Shared<ReadonlyMap<string, boolean>>, 'get' | 'use'>
  /**
   * Shows the change at once, sends it to the server, and reverts it on failure. Each id has one request at a time:
   * further presses get their answer when the last one counts.
   * @returns false if the session has ended
   */
  set: (id: string, isOn: boolean) => Promise<boolean>
  /** Told after each press that the server has answered. @returns stops it */
  onSettled: (listener: () => void) => () => void
  /**
   * Asks the server what stands. What was pressed and settled before it was asked is then the server's to say. Of
   * answers that overtake each other the last asked counts.
   */
  catchUp: <Answer>(ask: (client: Client) => Promise<Answer>, take: (answer: Answer) => void) => Promise<void>
  /** For the next who signs in here. */
  forget: () => void
}

interface Words {
  /** Tells the server. */
  save: (client: Client, id: string, isOn: boolean) => Promise<unknown>
  /** Asks the server for the state if a request got no answer. Absent: the request counts as failed. */
  read?: (client: Client, id: string) => Promise<boolean>
  done: (isOn: boolean) => string
  /** Of a refusal: `code` as tRPC has it, undefined when no answer came. */
  refused: (isOn: boolean, code: string | undefined, message: string) => Omit<Toast, 'tone'>
  /** The client, loaded on demand. */
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
  /** When each was answered, in steps of `clock`. */
  const settled = new Map<string, number>()
  let clock = 0
  let lastCaughtUp = 0
  const listeners = new Set<() => void>()
  const show = (id: string, isOn: boolean) => pressed.set(new Map(pressed.get()).set(id, isOn))

  /** Repeats until the server has what was pressed last, or refuses it. */
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
        // Not pressed again, and not done: it is taken back.
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
