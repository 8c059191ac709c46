import type { Sale } from './sale.ts'
import { LEVELS } from './sale-states.ts'

const VERDICTS = {
  hit: { name: 'Used', colour: 'text-good' },
  also: { name: 'Also valid', colour: 'text-text' },
  rejected: { name: 'Rejected', colour: 'text-sale' },
} as const

/** Every signal in the order that may attribute it to us, each with its verdict and the reason. */
export function SaleSignals({ signals }: { signals: Sale['signals'] }) {
  if (!signals.length) return null
  return (
    <ul className="mt-3 border-t border-line">
      {signals.map(({ level, from, text, verdict, reason }, index) => (
        <li key={index} className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <span className={VERDICTS[verdict].colour}>{VERDICTS[verdict].name}</span>
          <span className="min-w-0">
            <span title={LEVELS[level].meaning}>
              {LEVELS[level].name}, {from}
            </span>
            {text && <span className="ml-2 text-xs text-muted wrap-anywhere">{text}</span>}
            {reason && <span className="block text-muted">{reason}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
