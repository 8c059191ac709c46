import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'

type Factor = RouterOutputs['search']['ranking'][number]

const points = (value: number) => (value < 0 ? `−${formatCount(-value)}` : formatCount(value))

/** Explains the ranking factors and their weights, read from the ranking code. */
export function RankingPage({ factors }: { factors: Factor[] }) {
  const most = Math.max(...factors.map(({ maxPoints }) => maxPoints))
  return (
    <main id="content" className="page pb-24">
      <h1 className="mt-[clamp(3rem,8vw,7rem)] max-w-5xl text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">
        Why is this <em>here?</em>
      </h1>
      <div className="mt-12 grid gap-x-14 gap-y-5 lg:grid-cols-[7fr_5fr]">
        <p className="max-w-[56ch] text-xl leading-relaxed">
          We give points to every product in a list. The product with the most points comes first. If two have the same
          score, the newer one comes first. The figures below come straight from our ranking code.
        </p>
        <p className="max-w-[46ch] border-l border-accent pl-6 text-muted">
          <strong className="font-semibold text-text">Commission plays no part.</strong> The software that ranks
          products has no access to what a sale would earn us, and an automatic check keeps it that way.
        </p>
      </div>
      <ol className="mt-16 border-t border-line">
        {factors.map((factor) => (
          <FactorRow key={factor.key} factor={factor} most={most} />
        ))}
      </ol>
      <div className="mt-14 grid gap-10 md:grid-cols-2">
        <section>
          <h2 className="text-3xl">In every list</h2>
          <p className="mt-3 max-w-[52ch] text-muted">
            &lsquo;Why these?&rsquo; above a list explains what its products have in common and what decides their
            order.
          </p>
        </section>
        <section>
          <h2 className="text-3xl">When you sort</h2>
          <p className="mt-3 max-w-[52ch] text-muted">
            If you sort by price, name or newest, these points do not apply.
          </p>
        </section>
      </div>
    </main>
  )
}

function FactorRow({ factor: { label, minPoints, maxPoints, explanation }, most }: { factor: Factor; most: number }) {
  const share = (value: number) => `${Math.max(0.6, (Math.abs(value) / most) * 100)}%`
  return (
    <li className="grid gap-x-10 gap-y-3 border-b border-line py-7 md:grid-cols-[1fr_2fr]">
      <div>
        <h2 className="text-3xl leading-none">{label}</h2>
        <p className="mt-3 text-sm text-muted tabular-nums">
          {minPoints < 0 ? `${points(minPoints)} to ${points(maxPoints)}` : `up to ${points(maxPoints)}`} points
        </p>
      </div>
      <div>
        <div aria-hidden className="flex h-11 flex-col justify-center gap-1">
          <span className="block h-3 bg-text" style={{ width: share(maxPoints) }} />
          {minPoints < 0 && <span className="block h-3 bg-sale" style={{ width: share(minPoints) }} />}
        </div>
        <p className="mt-1 max-w-[68ch] text-muted">{explanation}</p>
      </div>
    </li>
  )
}
