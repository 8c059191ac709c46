import { toast } from '#app/lib/toast.ts'

/** A page's client loader: what is shown stays if it cannot be read anew, and a toast says so. */
export function keepsWhatIsShown<Loaded>(failed: string) {
  let last: Loaded | undefined
  return async (load: () => Promise<unknown>): Promise<Loaded> => {
    try {
      last = (await load()) as Loaded
      return last
    } catch (error) {
      // A redirect, or a refusal: the page is not for this viewer any more.
      if (!last || (error instanceof Response && error.status < 500)) throw error
      toast.set({ tone: 'error', title: 'Error', text: failed })
      return last
    }
  }
}
