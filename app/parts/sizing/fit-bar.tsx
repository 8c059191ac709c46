import { sayFit, type FitCounts } from '#server/sizing/fit-feedback.schema.ts'

const PARTS = [
  ['small', 'Small', 'bg-sale'],
  ['asExpected', 'True', 'bg-accent'],
  ['large', 'Large', 'bg-muted'],
] as const

/** Summarises how reviewers rate the fit, as a sentence and a bar. Renders nothing without ratings. */
export function FitBar({ counts, className = '' }: { counts: FitCounts; className?: string }) {
  const said = sayFit(counts)
  if (!said) return null
  const all = counts.small + counts.asExpected + counts.large
  return (
    <div className={className}>
      <p className="text-sm">{said}</p>
      <div aria-hidden className="mt-2 flex h-2 gap-0.5 overflow-hidden rounded-full">
        {PARTS.map(([part, , colour]) =>
          counts[part] ? (
            <span key={part} className={colour} style={{ width: `${(counts[part] / all) * 100}%` }} />
          ) : null,
        )}
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-muted">
        <span>Runs small</span>
        <span>True to size</span>
        <span>Runs large</span>
      </p>
    </div>
  )
}
