import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { SizePage } from '#app/features/sizing/size-page.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { readForm, refuse } from '#app/lib/form.server.ts'
import type { SizeAnswer } from '#app/parts/sizing/size-panel.tsx'
import { findGarmentInput } from '#server/fitting/fitting.schema.ts'
import { NO_SIZES } from '#server/sizing/person.schema.ts'
import { readSizesForm } from '#server/sizing/sizes-form.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { fitting, auth } = apiFor(args)
  const known = await fitting.product({ productId: args.params.productId ?? '' })
  const isSignedIn = (await auth.session()) !== null
  const [choices, own] = await Promise.all([fitting.garmentChoices(), isSignedIn ? fitting.own() : null])
  return { known, choices, own, isSignedIn }
}

/** Reads measures and looks a garment up. Nothing is kept, but in the account of who asks for it. */
export async function action(args: ActionFunctionArgs) {
  const texts = await readForm(args.request)
  const { fitting, auth } = apiFor(args)
  const isSignedIn = (await auth.session()) !== null
  if (texts['act'] === 'forget') {
    if (isSignedIn) await fitting.forgetOwn()
    return data<SizeAnswer>({ sizes: NO_SIZES, inAccount: isSignedIn ? false : null })
  }
  const read = readSizesForm(texts)
  if (read.errors) return refuse('size', texts, { errors: read.errors })
  const sizes = { ...read.sizes, garments: [...read.sizes.garments] }
  if (texts['brand']?.trim() || texts['size']?.trim()) {
    const asked = findGarmentInput.safeParse({ ...texts, productId: args.params.productId ?? '' })
    if (!asked.success) {
      const errors = Object.fromEntries(asked.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]))
      return refuse('size', texts, { errors })
    }
    try {
      const garment = await fitting.findGarment(asked.data)
      sizes.garments = [...sizes.garments.filter((each) => JSON.stringify(each) !== JSON.stringify(garment)), garment]
    } catch (error) {
      const { message, field } = actionError(error)
      if (!(error instanceof Response)) throw error
      return refuse('size', texts, field ? { errors: { [field]: message } } : { message }, error.status)
    }
  }
  if (texts['act'] === 'brands')
    return data<SizeAnswer>({
      ...{ sizes, inAccount: isSignedIn ? texts['account'] === 'on' : null },
      brands: await fitting.otherBrands({ productId: args.params.productId ?? '', sizes }),
    })
  if (isSignedIn) await (texts['account'] === 'on' ? fitting.keepOwn(sizes) : fitting.forgetOwn())
  return data<SizeAnswer>({ sizes, inAccount: isSignedIn ? texts['account'] === 'on' : null })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('size', 'No answer came. What you typed is still here; please try again.'))

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded ? `Which size of ${loaded.known.product.name}?` : 'Product not found'} | WTF` },
  { name: 'robots', content: 'noindex' },
]

export default function Size() {
  return <SizePage {...useLoaderData<typeof loader>()} />
}
