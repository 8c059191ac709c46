import { createContext, useContext, type ReactNode } from 'react'

/**
 * The markers around a personal part, which server/http/filled-page.ts parses. Undefined in the browser, and if the
 * page is rendered for one viewer.
 */
export const PersonalMarks = createContext<{ begin: (of: string) => string; end: string } | undefined>(undefined)

/**
 * A part of a page that differs between customers: whether product `of` is on their wishlist, their 'new' count, or
 * their 'initial'. The server renders a page once for all of them, with every state of its parts. No text may follow
 * it.
 */
export function Personal({ of, children }: { of: string; children: ReactNode }) {
  const marks = useContext(PersonalMarks)
  // Always renders three children, so that hook ids match in the browser.
  return (
    <>
      {marks?.begin(of)}
      {children}
      {marks?.end}
    </>
  )
}
