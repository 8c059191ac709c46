import type { OnboardingData } from './onboarding-data.ts'
import type { Admitted } from './admitted.ts'
import { Agreement, StepHeading } from './step-heading.tsx'
import type { Change } from './use-onboarding.ts'
import { formatRate } from '#server/partners/commission.schema.ts'

/** A line drawing for each stage: a search, a door, a bag, a ledger. */
const STAGES = [
  {
    title: 'Shoppers find you',
    text: 'Your products appear in the catalogue, in search and on your own store page.',
    path: 'M14 26a12 12 0 1 0 24 0a12 12 0 1 0-24 0M35 35l13 13',
  },
  {
    title: 'They visit your store',
    text: 'One tap opens your product page. The link contains a unique click ID, and nothing about the person.',
    path: 'M14 12h22v40H14zM30 32h24M46 24l8 8-8 8',
  },
  {
    title: 'They buy in your store',
    text: 'Your prices, your checkout, your delivery. Your store tells us which orders came with our click ID.',
    path: 'M14 22h36l3 30H11zM23 22c0-14 18-14 18 0',
  },
  {
    title: 'You pay for sales',
    text: 'We confirm a sale when its lock period is over, then list it on the monthly invoice.',
    path: 'M16 10h32v44H16zM23 22h18M23 31h18M23 40h10',
  },
] as const

export function HowItWorksStep({
  plan,
  data,
  change,
}: {
  plan: Admitted['plan']
  data: OnboardingData
  change: Change
}) {
  const highest = Math.max(...plan.tiers.map(({ rateBps }) => rateBps))
  const lowest = Math.min(...plan.tiers.map(({ rateBps }) => rateBps))
  return (
    <>
      <StepHeading title="How it works">
        <p>From a search here to a sale in your store, in four stages.</p>
      </StepHeading>
      <ol className="grid max-w-5xl gap-x-10 gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
        {STAGES.map(({ title, text, path }) => (
          <li key={title} className="relative">
            <svg aria-hidden viewBox="0 0 64 64" width="72" height="72" fill="none" className="-ml-2.5 text-text">
              <path d={path} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
            </svg>
            <h2 className="mt-4 text-2xl leading-tight">{title}</h2>
            <p className="mt-2.5 text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-[62ch] text-muted">
        Commission is between {formatRate(lowest)} and {formatRate(highest)} of the sales that we refer. The rate falls
        as your sales grow. The next step shows what that means for you.
      </p>
      <Agreement isChecked={data.understoodProcess} onChange={(understoodProcess) => change({ understoodProcess })}>
        I understand how WTF works
      </Agreement>
    </>
  )
}
