import { returnsWords } from '#app/parts/partners/returns-words.ts'
interface WordsProps {
  ethos: string
  storeDescription: string
  aboutSection: string
}

/** The store's own texts. Renders nothing if there are none. */
export function StoreWords({ ethos, storeDescription, aboutSection }: WordsProps) {
  return (
    <>
      {ethos && (
        <p className="page mt-14 font-display text-[clamp(1.6rem,3.4vw,3rem)] leading-[1.15] text-balance italic md:mt-20">
          {ethos}
        </p>
      )}
      {(storeDescription || aboutSection) && (
        <div className="page mt-14 grid gap-x-[6vw] gap-y-12 md:mt-20 lg:grid-cols-2">
          {storeDescription && <Section title="Welcome to Our Store">{storeDescription}</Section>}
          {aboutSection && <Section title="About Us">{aboutSection}</Section>}
        </div>
      )}
    </>
  )
}

/** The store's delivery and return policies, in its own words. */
export function StorePolicies({
  businessName,
  shippingPolicy,
  returnsPolicy,
  returnsDays,
}: {
  businessName: string
  shippingPolicy: string
  returnsPolicy: string
  returnsDays: number | null
}) {
  const returns = returnsWords({ returnsDays, returnsPolicy })
  if (!shippingPolicy && !returns) return null
  return (
    <div className="page mt-20">
      <div className="border-t border-line pt-10">
        <div className="grid gap-x-[6vw] gap-y-10 lg:grid-cols-2">
          {shippingPolicy && <Section title="Shipping">{shippingPolicy}</Section>}
          {returns && <Section title="Returns">{returns}</Section>}
        </div>
        <p className="mt-8 text-sm text-muted">Policies set by the store. You buy from {businessName}, not from WTF.</p>
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h2 className="text-2xl leading-tight md:text-3xl">{title}</h2>
      <p className="mt-3 max-w-[68ch] leading-relaxed whitespace-pre-line text-text/90 wrap-anywhere">{children}</p>
    </section>
  )
}
