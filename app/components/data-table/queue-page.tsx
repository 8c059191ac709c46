import type { ReactNode } from 'react'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { StateTabs } from './state-tabs.tsx'
import { TableHead } from './table-head.tsx'

/** The texts of a queue's state. */
export interface QueueState {
  name: string
  /** Shown if the state has no items. */
  empty: { title: string; text: string }
}

interface QueuePageProps<State extends string> {
  area: string
  title: string
  hint: string
  /** The states in the order of their tabs. */
  states: Readonly<Record<State, QueueState>>
  state: State
  counts: Readonly<Record<State, number>>
  page: number
  totalPages: number
  hrefFor: (state: State, page?: number) => string
  /** Why the last action was refused. */
  problem: string | undefined
  /** The queue's items; null if there are none. */
  children: ReactNode
}

/** An admin queue: its states as tabs, the items of the current one, and pagination. */
export function QueuePage<State extends string>({
  area,
  title,
  hint,
  states,
  state,
  counts,
  page,
  totalPages,
  hrefFor,
  problem,
  children,
}: QueuePageProps<State>) {
  const { empty } = states[state]
  return (
    <>
      <TableHead area={area} title={title} hint={hint} />
      <StateTabs
        label="Status"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={(Object.keys(states) as State[]).map((each) => ({
          name: states[each].name,
          count: counts[each],
          href: hrefFor(each),
          isCurrent: state === each,
        }))}
      />
      <FormMessage>{problem}</FormMessage>
      {children ?? (
        <EmptyState drawing="no-results" title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      <Pagination page={page} totalPages={totalPages} hrefFor={(number) => hrefFor(state, number)} />
    </>
  )
}
