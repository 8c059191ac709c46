import { Link } from '#app/components/link.tsx'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

const MAIN_PERCENT = 20
const MAX_COLOURS = 2

/**
 * Links to products in the shown colour, and to products that look like the picture. Absent until the picture has been
 * analysed.
 */
export function MoreAlike({ product, colour }: { product: ProductDetail; colour: string | undefined }) {
  const picture =
    product.pictures.find(({ colourName, looksLike }) => looksLike && colourName === colour) ??
    product.pictures.find(({ looksLike }) => looksLike)
  if (!picture?.looksLike) return null
  const colours = coloursOf(picture.looksLike)
  return (
    <p className="mt-4 flex flex-wrap gap-x-6 text-sm">
      {colours.length > 0 && (
        <Link
          to={paths.discover({ looksLike: colours.join('.') })}
          rel="nofollow"
          className="link inline-flex min-h-11 items-center gap-2"
        >
          {colours.map((hex) => (
            <i
              key={hex}
              aria-hidden
              className="size-4 rounded-full border border-text/25"
              style={{ background: `#${hex}` }}
            />
          ))}
          More in this colour
        </Link>
      )}
      <Link
        to={paths.discover({
          looksLike: picture.looksLike,
          ...(product.category && { categories: product.category.slug }),
        })}
        rel="nofollow"
        className="link inline-flex min-h-11 items-center"
      >
        Similar styles
      </Link>
    </p>
  )
}

/**
 * Returns the main colours of a text like '1f2a44-60.e8e2d5-30.striped.<detail>'. Leaves out their shares, because a
 * similar product only needs to contain the colours.
 */
function coloursOf(looksLike: string): string[] {
  const parts = looksLike.split('.').flatMap((part) => {
    const [, hex, percent] = /^([0-9a-f]{6})(?:-(\d+))?$/.exec(part) ?? []
    return hex ? [{ hex, percent: Number(percent ?? 100) }] : []
  })
  const main = parts.filter(({ percent }, at) => at === 0 || percent >= MAIN_PERCENT)
  return main.slice(0, MAX_COLOURS).map(({ hex }) => hex)
}
