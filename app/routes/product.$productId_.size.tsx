import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { SizePage } from '#app/features/sizing/size-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { parseSizesAnswer } from '#app/parts/sizing/sizes-answer.server.ts'
import { sizesCookie } from '#app/parts/sizing/sizes-cookie.server.ts'
import type { SizeAnswer } from '#app/parts/sizing/size-panel.tsx'
import { NO_SIZES } from '#server/sizing/person.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { fitting, auth } = apiFor(args)
  const known = await fitting.product({ productId: args.params.productId ?? '' })
  const isSignedIn = (await auth.session()) !== null
  const [choices, ownSizes] = await Promise.all([fitting.garmentChoices(), isSignedIn ? fitting.sizes() : null])
  return { known, choices, ownSizes, isSignedIn }
}

/** Parses measurements and looks up a garment. Stores nothing, except in the account on request. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { fitting, auth } = apiFor(args)
  const isSignedIn = (await auth.session()) !== null
  if (texts['act'] === 'forget') {
    if (isSignedIn) await fitting.forgetSizes()
    const headers = { 'set-cookie': await sizesCookie(args, NO_SIZES) }
    return data<SizeAnswer>({ sizes: NO_SIZES, inAccount: isSignedIn ? false : null }, { headers })
  }
  const productId = args.params.productId ?? ''
  const read = await parseSizesAnswer(texts, (garment) => fitting.findGarment(garment), { productId })
  if ('refusal' in read) return read.refusal
  const { sizes } = read
  if (texts['act'] === 'brands')
    return data<SizeAnswer>({
      sizes,
      inAccount: isSignedIn ? texts['account'] === 'on' : null,
      brands: await fitting.otherBrands({ productId, sizes }),
    })
  if (isSignedIn) await (texts['account'] === 'on' ? fitting.keepSizes(sizes) : fitting.forgetSizes())
  return data<SizeAnswer>({ sizes, inAccount: isSignedIn ? texts['account'] === 'on' : null })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('size', 'The server did not answer. What you typed is still here. Please try again.'))

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded ? `Find my size: ${loaded.known.product.name}` : 'Product not found'} | WTF` },
  { name: 'robots', content: 'noindex' },
]

export default function Size() {
  return <SizePage {...useLoaderData<typeof loader>()} />
}
