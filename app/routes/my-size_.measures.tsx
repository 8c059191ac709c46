import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { MySizePage } from '#app/features/sizing/my-size-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, refuse } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { keepSizes, parseSizesCookie } from '#app/parts/sizing/sizes-cookie.server.ts'
import { parseSizesAnswer } from '#app/parts/sizing/sizes-answer.server.ts'
import { isEmpty, NO_SIZES } from '#server/sizing/person.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { fitting, auth } = apiFor(args)
  const isSignedIn = (await auth.session()) !== null
  const [brought, choices, ownSizes] = await Promise.all([
    parseSizesCookie(args),
    fitting.garmentChoices(),
    isSignedIn ? fitting.sizes() : null,
  ])
  return { brought, choices, ownSizes, isSignedIn, list: getParam(args.request, 'list') ?? '' }
}

/**
 * Takes measurements for lists, and returns to the list that requested them. Stores them in a cookie and, on request,
 * in the account.
 */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { fitting, auth } = apiFor(args)
  const isSignedIn = (await auth.session()) !== null
  if (texts['act'] === 'forget') {
    if (isSignedIn) await fitting.forgetSizes()
    return data({ sizes: NO_SIZES }, { headers: { 'set-cookie': await keepSizes(args, NO_SIZES) } })
  }
  const read = await parseSizesAnswer(texts, (garment) => fitting.findGarment(garment), { audience: texts['audience'] })
  if ('refusal' in read) return read.refusal
  const { sizes } = read
  if (isEmpty(sizes))
    return refuse('size', texts, { message: 'Please enter at least one measurement, or something that fits you.' })
  if (isSignedIn && texts['sync'] !== 'on')
    await (texts['account'] === 'on' ? fitting.keepSizes(sizes) : fitting.forgetSizes())
  const headers = { 'set-cookie': await keepSizes(args, sizes) }
  // With JavaScript, the page first saves them on the device.
  return texts['stay'] === 'on' ? data({ sizes }, { headers }) : redirect(paths.inMySize(texts['list']), { headers })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('size', 'The server did not answer. What you typed is still here. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'Your size | WTF' }, { name: 'robots', content: 'noindex' }]

export default function MySize() {
  return <MySizePage {...useLoaderData<typeof loader>()} />
}
