import { createShared, type Shared } from './shared.ts'
import { toast, type Toast } from './toast.ts'
import type { client as trpcClient } from './trpc-client.ts'

/** What people switch on and off with one press, each thing by its id: on a wishlist, among favourites. */
interface OptimisticSwitch {
  /** What was pressed since the page was loaded; what is not in it stands as the page was loaded. */
  pressed: Pick<Shared<ReadonlyMap<string, boolean>>, 'get' | 'use'>
  /** Shows it at once, tells the server, and takes it back when that fails. @returns false: nobody is signed in any more */
  set: (id: string, isOn: boolean) => Promise<boolean>
  /** For the next who signs in here. */
  forget: () => void
}

interface Words {
  /** Tells the server. @returns what people are told of it */
  save: (client: typeof trpcClient, id: string, isOn: boolean) => Promise<string>
  /** Of a refusal: `code` as tRPC has it, undefined when no answer came. */
  refused: (isOn: boolean, code: string | undefined, message: string) => Omit<Toast, 'tone'>
}

export function createOptimisticSwitch({ save, refused }: Words): OptimisticSwitch {
  const pressed = createShared<ReadonlyMap<string, boolean>>(new Map())
  const show = (id: string, isOn: boolean) => pressed.set(new Map(pressed.get()).set(id, isOn))
  /** If answers arrive out of order, the last press counts. */
  const lastPress = new Map<string, number>()
  let presses = 0
  return {
    pressed,
    set: async (id, isOn) => {
      const press = ++presses
      lastPress.set(id, press)
      show(id, isOn)
      try {
        const { client } = await import('./trpc-client.ts')
        toast.set({ tone: 'plain', title: await save(client, id, isOn) })
      } catch (error) {
        if (lastPress.get(id) === press) show(id, !isOn)
        const { data, message } = error as { data?: { code?: string }; message: string }
        if (data?.code === 'UNAUTHORIZED') return false
        toast.set({ tone: 'error', ...refused(isOn, data?.code, message) })
      }
      return true
    },
    forget: () => pressed.set(new Map()),
  }
}
