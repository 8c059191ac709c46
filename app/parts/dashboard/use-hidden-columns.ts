import { useState } from 'react'
import { toast } from '#app/lib/toast.ts'

/** Which columns of one of the dashboard's tables the viewer has hidden; kept with the account. */
export function useHiddenColumns(table: string, saved: readonly string[]) {
  const [hidden, setHidden] = useState(saved)
  const keyOf = (column: string) => `${table}.${column}`
  const toggle = (column: string) => {
    const key = keyOf(column)
    const isNow = hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key]
    setHidden(isNow)
    void import('#app/lib/trpc-client.ts')
      .then(({ client }) => client.partnerSettings.hideColumns.mutate({ hiddenColumns: isNow }))
      .catch(() =>
        toast.set({
          tone: 'error',
          title: 'Not kept',
          text: 'The columns change here, but your choice could not be kept. Please try again.',
        }),
      )
  }
  return { isHidden: (column: string) => hidden.includes(keyOf(column)), toggle }
}
