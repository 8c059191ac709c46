import { useMatches } from '@remix-run/react'
import { LIST_HEADING_ID } from '#app/lib/list-heading.ts'

/** The `handle` of routes with loaders that return a list as `result`. */
export const LIST_HANDLE = { results: LIST_HEADING_ID }

/** Returns the id of the page's list; undefined if there is none. */
export function useShownList(): string | undefined {
  const match = useMatches().find(({ handle }) => handle === LIST_HANDLE)
  return (match?.data as { result?: object | null } | undefined)?.result ? LIST_HEADING_ID : undefined
}
