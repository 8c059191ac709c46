import { createContext, useContext, type ReactNode } from 'react'

/** Begins and ends a part; the server knows them in server/http/filled-page.ts. Undefined where the page is made for one viewer, as in the browser. */
export const PersonalMarks = createContext<{ begin: (of: string) => string; end: string } | undefined>(undefined)

/**
 * A part of a page that differs between customers: whether they wish for the product `of`, what is 'new' to them, or their 'initial'.
 * The server renders a page once for all of them, with every state of its parts. No text may follow it.
 */
export function Personal({ of, children }: { of: string; children: ReactNode }) {
  const marks = useContext(PersonalMarks)
  // Always three children, so that ids of hooks in it are the same in the browser.
  return (
    <>
      {marks?.begin(of)}
      {children}
      {marks?.end}
    </>
  )
}
