import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StorePicturesPage } from '#app/features/admin/moderation/pictures-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import {
  pictureIdInput,
  seePicturesInput,
  storePicturesQuery,
  takePictureDownInput,
} from '#server/storefront/store-pictures.schema.ts'

/** Loads the unreviewed pictures, unless the address names another state. */
export async function loader(args: LoaderFunctionArgs) {
  const query = storePicturesQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.moderation.pictures(query)), query }
}

const fallback = 'Something went wrong on our side, and nothing was changed. Please try again.'

/** Marks pictures as reviewed, takes one down, or restores it. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form = '', to, state } = texts
  const back = adminPaths.adminPictures({ state })
  if (to === 'taken_down')
    return submitForm(args, {
      form,
      texts,
      schema: takePictureDownInput,
      fallback,
      submit: async (api, input) => {
        await api.admin.moderation.takePictureDown(input)
        return goOn(args, back, 'Taken down. The partner has been emailed your reason.')
      },
    })
  if (to === 'restored')
    return submitForm(args, {
      form,
      texts,
      schema: pictureIdInput,
      fallback,
      submit: async (api, input) => {
        await api.admin.moderation.restorePicture(input)
        return goOn(args, back, 'The image is live again.')
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: seePicturesInput,
    fallback,
    input: { pictureIds: (texts['pictureIds'] ?? '').split(' ') },
    submit: async (api, input) => {
      await api.admin.moderation.seePictures(input)
      return goOn(args, back, input.pictureIds.length === 1 ? 'Approved.' : 'All approved.')
    },
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Store images | WTF' }]

export default function PicturesRoute() {
  const answer = useActionAnswer<FormAnswer>()
  return <StorePicturesPage {...useLoaderData<typeof loader>()} problem={answer?.message} />
}
