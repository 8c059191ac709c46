import { Link } from '#app/components/link.tsx'
import { Picture } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

interface PictureExamplesProps {
  examples: RouterOutputs['search']['examples']
  headingLevel: 'h2' | 'h3'
}

/**
 * Catalogue products with pictures analysed like a shopper's; each links to similar products. Works without JavaScript.
 */
export function PictureExamples({ examples, headingLevel: Heading }: PictureExamplesProps) {
  if (!examples.length) return null
  return (
    <>
      <Heading className="eyebrow font-sans">Or try an example</Heading>
      <ul className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-4">
        {examples.map(({ product, looksLike }) => {
          const [picture] = product.pictures
          return (
            <li key={product.id}>
              <Link to={paths.discover({ looksLike })} className="group block">
                {picture && (
                  <Picture picture={picture} sizes="(width>=40rem) 14rem,45vw" maxWidth={480} className="rounded-sm" />
                )}
                <span className="mt-2 line-clamp-2 text-sm text-muted group-hover:text-text group-hover:underline">
                  More like {product.name}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
