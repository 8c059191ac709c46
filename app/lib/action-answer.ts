// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- the only caller of useActionData
import { useActionData, useLocation } from '@remix-run/react'
import { useState } from 'react'

/**
 * Returns the action's answer until the visitor navigates. Remix's own useActionData loses it as soon as the page's
 * data is reloaded, which dashboards do automatically.
 */
export function useActionAnswer<T = unknown>(): T | undefined {
  const answer = useActionData() as T | undefined
  // The key changes with each submission and navigation, but not with a reload.
  const { key } = useLocation()
  const [last, setLast] = useState({ answer, key })
  const kept = answer ?? (last.key === key ? last.answer : undefined)
  if (last.answer !== kept || last.key !== key) setLast({ answer: kept, key })
  return kept
}
