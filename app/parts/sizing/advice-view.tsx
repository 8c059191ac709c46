import { useEffect, useRef } from 'react'
import type { Advice } from '#server/sizing/advise.schema.ts'
import type { LengthAdvice } from '#server/sizing/advise-length.schema.ts'
import type { Unit } from '#server/sizing/measures-values.schema.ts'
import { writeMeasure } from '#server/sizing/parse-measure.schema.ts'
import { sayAdvice } from '#server/sizing/say-advice.schema.ts'
import { ownSizes, type KnownSizes } from './known-sizes.ts'

interface AdviceViewProps {
  known: KnownSizes
  advice: Advice
  /** For jeans: the recommended inseam. */
  inseam: LengthAdvice | null
  unit: Unit
  /** The form response with the advice, which is scrolled into view, because the user is at the end of the form. */
  news: object | undefined
}

/** The size advice in words: the size, its certainty, the reasons and the caveats. */
export function AdviceView({ known, advice, inseam, unit, news }: AdviceViewProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (news) section.current?.focus()
  }, [news])
  const { title, sure, why } = sayAdvice(advice, unit)
  const enteredSizes = ownSizes(known, advice, inseam)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Your size here"
      className="scroll-mt-24 rounded-3xl border border-line bg-raised p-5 sm:p-6"
    >
      <p className="text-sm text-muted">{advice.kind === 'size' ? 'Your size here' : 'Find my size'}</p>
      <p className="mt-1 font-display text-4xl leading-tight wrap-anywhere">{title}</p>
      {sure && <p className="mt-2">{sure}</p>}
      <ul className="mt-3 grid gap-1.5 text-sm text-muted">
        {why.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {inseam && <li>{sayLength(inseam, unit)}</li>}
        {advice.kind === 'size' && !enteredSizes.length && known.sizes.length > 0 && (
          <li>Not sold in that size, or labelled differently: {known.sizes.map(({ size }) => size).join(', ')}.</li>
        )}
        {enteredSizes.length > 0 && advice.kind === 'size' && enteredSizes.join() !== advice.size && (
          <li>This store calls it {enteredSizes.join(' or ')}.</li>
        )}
      </ul>
    </section>
  )
}

function sayLength({ length, offMm, fit }: LengthAdvice, unit: Unit): string {
  if (fit === 'right') return `Inseam: L${length} suits your inside leg.`
  return `Inseam: the closest is L${length}, ${writeMeasure(Math.abs(offMm), unit)} ${unit} too ${fit} for your inside leg.`
}
