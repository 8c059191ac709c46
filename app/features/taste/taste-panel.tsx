import X from 'lucide-react/icons/x'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useMemo } from 'react'
import { changeTaste } from '#app/parts/taste/device-taste.ts'
import { believe, factKey, type Belief } from '#server/taste/believe.shared.ts'
import { switchFact, switchKind } from '#server/taste/note-signals.shared.ts'
import type { Taste, TasteFact } from '#server/taste/taste.schema.ts'
import { HALF_LIFE_DAYS, TASTE_KINDS, type TasteKind } from '#server/taste/taste.values.ts'

const WORDS: Record<TasteKind, string> = {
  category: 'Categories',
  brand: 'Brands',
  store: 'Stores',
  colour: 'Colours',
  material: 'Materials',
  style: 'Styles',
  price: 'Prices',
  audience: 'Gender',
}
const SHOWN = 10

/** The interests that this device has inferred. Each kind has a switch, and each interest a button. */
export function TastePanel({ taste }: { taste: Taste }) {
  const beliefs = useMemo(() => [...believe(taste, Date.now(), { withSwitchedOff: true }).values()], [taste])
  return (
    <section id="taste" aria-labelledby="taste-heading" className="page mt-24 scroll-mt-(--header)">
      <h2 id="taste-heading" className="text-(length:--text-section) leading-none tracking-tight">
        Your taste profile
      </h2>
      <p className="mt-4 max-w-[62ch] text-muted">
        Based on {taste.pieces.length === 1 ? 'one product' : `${taste.pieces.length} products`}. Each bar shows how
        much an interest counts. Activity counts half as much after {HALF_LIFE_DAYS} days. You can switch off a whole
        group of interests, or remove individual ones.
      </p>
      <div className="mt-8 grid gap-x-12 md:grid-cols-2">
        {TASTE_KINDS.map((kind) => {
          const ofKind = beliefs.filter(({ fact }) => fact.kind === kind)
          const gone = taste.not.filter(
            (fact) => fact.kind === kind && !ofKind.some((belief) => factKey(belief.fact) === factKey(fact)),
          )
          return ofKind.length + gone.length > 0 ? (
            <Kind key={kind} kind={kind} beliefs={ofKind} gone={gone} taste={taste} />
          ) : null
        })}
      </div>
    </section>
  )
}

function Kind({
  kind,
  beliefs,
  gone,
  taste,
}: {
  kind: TasteKind
  beliefs: Belief[]
  /** Removed interests that no viewed product has any more. */
  gone: TasteFact[]
  taste: Taste
}) {
  const isOn = !taste.kindsOff.includes(kind)
  const not = new Set(taste.not.map(factKey))
  // Removed interests stay visible, however weak they are.
  const shown = beliefs.filter(({ fact }, at) => at < SHOWN || not.has(factKey(fact)))
  const id = `taste-${kind}`
  return (
    <section aria-labelledby={id} className="border-t border-line py-5">
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
        <span id={id} className="font-display text-xl">
          {WORDS[kind]}
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={() => changeTaste((before) => switchKind(before, kind, !isOn))}
          className="switch"
        />
      </label>
      {isOn ? (
        <ul className="mt-1">
          {shown.map(({ fact, share }) => (
            <Line key={fact.key} fact={fact} share={share} isOn={!not.has(factKey(fact))} />
          ))}
          {gone.map((fact) => (
            <Line key={fact.key} fact={fact} share={0} isOn={false} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">Switched off. Nothing was deleted.</p>
      )}
    </section>
  )
}

function Line({ fact, share, isOn }: { fact: TasteFact; share: number; isOn: boolean }) {
  const percent = Math.round(share * 100)
  return (
    <li className="flex items-center gap-4">
      <div className="min-w-0 grow">
        <p className="flex justify-between gap-4 text-sm">
          <span className={`truncate ${isOn ? '' : 'text-muted line-through'}`}>{fact.label}</span>
          <span className="text-muted tabular-nums">{isOn ? `${percent}%` : 'removed'}</span>
        </p>
        <div aria-hidden className="mt-1 h-1 rounded-full bg-surface">
          {isOn && <div className="h-1 rounded-full bg-text" style={{ width: `${Math.max(2, percent)}%` }} />}
        </div>
      </div>
      <button
        type="button"
        onClick={() => changeTaste((taste) => switchFact(taste, fact, !isOn))}
        aria-label={isOn ? `Remove: ${fact.label}` : `Restore: ${fact.label}`}
        className="icon-button -mr-3 shrink-0"
      >
        {isOn ? <X aria-hidden size={18} /> : <RotateCcw aria-hidden size={18} />}
      </button>
    </li>
  )
}
