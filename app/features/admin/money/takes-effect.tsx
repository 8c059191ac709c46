import { ExactTime } from '#app/components/exact-time.tsx'

/** Says when a proposal to void a sale takes effect without a second administrator, or why it did not. */
export function TakesEffect({ holdsFrom, failure }: { holdsFrom: Date | null; failure: string }) {
  if (failure) return <>It did not take effect as announced. {failure} A second administrator has to approve.</>
  if (!holdsFrom) return <>A second administrator has to approve.</>
  if (holdsFrom <= new Date())
    return (
      <>
        It was due on <ExactTime date={holdsFrom} /> UTC. Every 15 minutes we check which proposals are due. We email
        you if this one does not take effect.
      </>
    )
  return (
    <>
      This takes effect on <ExactTime date={holdsFrom} /> UTC, unless another administrator decides first.
    </>
  )
}
