import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel } from '@headlessui/react'
import { useNavigate } from '@remix-run/react'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { fromPage, useBackLayer } from '#app/lib/back-stack.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { client } from '#app/lib/trpc-client.ts'
import { MAX_TEXT } from '#server/admin/search-values.schema.ts'
import { byKind, hitHref, nothingFound, type Found } from './hits.ts'

const DEBOUNCE_MS = 150

type State = { q: string; found: Found | null } | null

/** The admin search for the keyboard: arrow keys choose, Enter opens. */
export default function SearchPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  useBackLayer(true, onClose)
  const [typed, setTyped] = useState('')
  const state = useFound(typed.trim())
  const q = typed.trim()
  const go = (to: string | null) => {
    if (!to) return
    onClose()
    fromPage(() => navigate(to))
  }
  return (
    <Dialog open onClose={onClose} aria-label="Search everything" className="fixed inset-0 z-50 bg-ink/80">
      <div className="flex h-full justify-center p-3 sm:p-6 sm:pt-[12vh]">
        <DialogPanel className="flex max-h-[70dvh] w-full max-w-xl animate-appear flex-col self-start overflow-hidden rounded-2xl border border-line bg-surface">
          <Combobox<string | null> value={null} onChange={go} immediate>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden size={18} className="shrink-0 text-muted" />
              <ComboboxInput
                data-autofocus
                aria-label="Search everything"
                placeholder="Name, email address or ID"
                maxLength={MAX_TEXT}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  // On Escape, Headless UI closes only the list. It should stay open as long as the dialog.
                  if (event.key === 'Escape') onClose()
                }}
                className="h-14 w-full bg-transparent text-base outline-none placeholder:text-muted"
              />
            </div>
            <ComboboxOptions static modal={false} className="min-h-0 overflow-y-auto overscroll-contain p-2 text-sm">
              {state?.found &&
                byKind(state.found).map(({ kind, name, hits }) => (
                  <div key={kind} role="group" aria-label={name}>
                    <p aria-hidden className="eyebrow px-3 pt-3 pb-1">
                      {name}
                    </p>
                    {hits.map((hit) => (
                      <ComboboxOption key={hit.id} value={hitHref(hit)} className={LINE}>
                        <span className="block truncate font-medium">{hit.title}</span>
                        <span className="block truncate text-muted">{hit.text}</span>
                      </ComboboxOption>
                    ))}
                  </div>
                ))}
              {q && (
                <ComboboxOption value={adminPaths.adminSearch({ q })} className={`${LINE} mt-1 text-muted`}>
                  All results for '{q}'
                </ComboboxOption>
              )}
            </ComboboxOptions>
            <p role="status" className="px-5 pb-4 text-sm text-muted empty:hidden">
              {said(q, state)}
            </p>
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

const LINE = 'cursor-pointer rounded-lg px-3 py-2 data-focus:bg-raised'

function said(q: string, state: State): string {
  if (!q) return 'Partners, accounts, products, sales, clicks, invoices, tickets, emails and invitations.'
  if (!state || state.q !== q) return 'Searching...'
  if (!state.found) return 'The search failed. Please try again.'
  return state.found.hits.length === 0 ? nothingFound(q, state.found) : ''
}

/** Returns the results of a search. The last results stay until the next ones arrive. */
function useFound(q: string): State {
  const [state, setState] = useState<State>(null)
  const latest = useRef(q)
  useEffect(() => {
    latest.current = q
    if (!q) {
      setState(null)
      return
    }
    const timer = setTimeout(() => {
      client.admin.search.everything
        .query({ q })
        .then((found) => latest.current === q && setState({ q, found }))
        .catch(() => latest.current === q && setState({ q, found: null }))
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [q])
  return state
}
