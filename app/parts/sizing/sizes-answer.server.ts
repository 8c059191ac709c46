import { actionError } from '#app/lib/api.server.ts'
import { refuse } from '#app/lib/form.server.ts'
import { findGarmentInput, type FindGarmentInput } from '#server/fitting/fitting.schema.ts'
import type { FittingGarment, ShopperSizesData } from '#server/sizing/person.schema.ts'
import { parseSizesForm } from '#server/sizing/sizes-form.schema.ts'

type Read = { sizes: ShopperSizesData } | { refusal: ReturnType<typeof refuse> }

/** Parses a shopper's sizes form, and looks up its garment. @param madeFor the audience of the garment */
export async function parseSizesAnswer(
  texts: Record<string, string>,
  findGarment: (asked: FindGarmentInput) => Promise<FittingGarment>,
  madeFor: { productId: string } | { audience: string | undefined },
): Promise<Read> {
  const read = parseSizesForm(texts)
  if (read.errors) return { refusal: refuse('size', texts, { errors: read.errors }) }
  if (!texts['brand']?.trim() && !texts['size']?.trim()) return { sizes: read.sizes }
  const { brand, category, size } = texts
  const asked = findGarmentInput.safeParse({ brand, category, size, ...madeFor })
  if (!asked.success) {
    const errors = Object.fromEntries(asked.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]))
    return { refusal: refuse('size', texts, { errors }) }
  }
  try {
    const garment = await findGarment(asked.data)
    const others = read.sizes.garments.filter((each) => JSON.stringify(each) !== JSON.stringify(garment))
    return { sizes: { ...read.sizes, garments: [...others, garment] } }
  } catch (error) {
    const { message, field } = actionError(error)
    if (!(error instanceof Response)) throw error
    return { refusal: refuse('size', texts, field ? { errors: { [field]: message } } : { message }, error.status) }
  }
}
