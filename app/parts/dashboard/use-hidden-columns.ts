import { useState } from 'react'
import { toast } from '#app/lib/toast.ts'

/** Serialises the requests, so that the last choice is the one that is saved. */
let saving: Promise<unknown> = Promise.resolve()

/** Returns the hidden columns of a dashboard table, saved in the account. */
export function useHiddenColumns(table: string, saved: readonly string[]) {
  const [hidden, setHidden] = useState(saved)
  const keyOf = (column: string) => `${table}.${column}`
  const toggle = (column: string) => {
    const key = keyOf(column)
    const isHidden = !hidden.includes(key)
    setHidden(isHidden ? [...hidden, key] : hidden.filter((other) => other !== key))
    saving = saving
      .then(() => import('#app/lib/trpc-client.ts'))
      .then(({ client }) => client.partnerSettings.hideColumn.mutate({ column: key, isHidden }))
      .catch(() =>
        toast.set({
          tone: 'error',
          title: 'Not saved',
          text: 'The columns have changed on this page, but your choice could not be saved. Please try again.',
        }),
      )
  }
  return { isHidden: (column: string) => hidden.includes(keyOf(column)), toggle }
}
