import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  useLoaderData,
  useRouteError,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react'
import { CustomizationPage } from '#app/features/storefront/customization-page.tsx'
import { CustomizationError } from '#app/features/storefront/customization-error.tsx'
import { STORE_ACTS, type StoreAct, type StoreActName } from '#app/features/storefront/store-acts.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { reloadOnConflict } from '#app/lib/reload-on-conflict.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { changePictureInput, changeTextInput, draftRevisionInput } from '#server/storefront/storefront.schema.ts'

const FAILED = 'Failed to apply changes.'

export const loader = (args: LoaderFunctionArgs) => apiFor(args).storefront.customization()

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const done = async (act: StoreActName, message: string, revision: number) =>
    texts.stays === undefined
      ? goOn(args, dashboardPaths.storefront(), message || null)
      : ({ act, message, revision } satisfies StoreAct)
  const refusals = { texts, fallback: FAILED }
  switch (texts.form) {
    case 'text':
      return submitForm(args, {
        ...refusals,
        form: 'text',
        schema: changeTextInput,
        submit: async (api, input) => {
          await api.storefront.changeText(input)
          return redirect(dashboardPaths.storefront())
        },
      })
    case 'describe':
      return submitForm(args, {
        ...refusals,
        form: 'describe',
        schema: changePictureInput,
        input: { ...texts, act: 'describe' },
        submit: async (api, input) => {
          await api.storefront.changePicture(input)
          return redirect(dashboardPaths.storefront())
        },
      })
    case 'undo-text':
      return submitForm(args, {
        ...refusals,
        form: STORE_ACTS,
        schema: changeTextInput,
        submit: async (api, input) => done('undo-text', '', await api.storefront.changeText(input)),
      })
    case 'picture':
      return submitForm(args, {
        ...refusals,
        form: STORE_ACTS,
        schema: changePictureInput,
        submit: async (api, input) => done('picture', '', await api.storefront.changePicture(input)),
      })
    case 'publish':
      return submitForm(args, {
        ...refusals,
        form: STORE_ACTS,
        schema: draftRevisionInput,
        submit: async (api, input) =>
          done('publish', 'Store customization applied successfully!', await api.storefront.publish(input)),
      })
    case 'revert':
      return submitForm(args, {
        ...refusals,
        form: STORE_ACTS,
        schema: draftRevisionInput,
        submit: async (api, input) => done('revert', 'Your page is restored', await api.storefront.revert(input)),
      })
    case 'restore':
      return submitForm(args, {
        ...refusals,
        form: STORE_ACTS,
        schema: draftRevisionInput,
        submit: async (api, input) => done('restore', 'Your changes are restored', await api.storefront.restore(input)),
      })
    default:
      throw new Response('This page is out of date. Please reload it.', { status: 400 })
  }
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = String((await request.clone().formData()).get('form'))
  const answered = form === 'text' || form === 'describe' ? form : STORE_ACTS
  return serverAction().catch(notReached(answered, `${FAILED} Please check your connection and try again.`))
}

/** Skips the reload when a form opens or closes. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.formMethod === undefined &&
  change.currentUrl.pathname === change.nextUrl.pathname &&
  change.currentUrl.search !== change.nextUrl.search
    ? false
    : reloadOnConflict(change)

export const meta: MetaFunction = () => [{ title: 'Store Customization | WTF' }, { name: 'robots', content: 'noindex' }]

export default function Storefront() {
  return <CustomizationPage store={useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <CustomizationError refusal={isRouteErrorResponse(error) && error.status === 403 ? String(error.data) : null} />
  )
}
