import { Link } from '#app/components/link.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { SizePanel, type SizeAnswer, type SizePanelData } from '#app/parts/sizing/size-panel.tsx'

/** The size advice for a product as a separate page, for links and for browsers without JavaScript. */
export function SizePage(props: SizePanelData) {
  const form = usePageForm('size')
  const answer = useActionAnswer<Partial<SizeAnswer>>()
  const { product } = props.known
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto mt-[clamp(1.5rem,4vw,4rem)] max-w-2xl">
        <p className="text-sm wrap-anywhere text-muted">
          <Link to={paths.product(product.id)} className="link inline-flex min-h-11 items-center">
            {product.name}
          </Link>{' '}
          by {product.brand}
        </p>
        <h1 className="mt-2 mb-8 text-(length:--text-section) leading-none tracking-tight">Find my size</h1>
        <SizePanel {...props} form={form} answer={answer?.sizes ? (answer as SizeAnswer) : undefined} />
      </div>
    </main>
  )
}
