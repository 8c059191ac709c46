import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ContactPage } from '#app/features/support/contact-page.tsx'
import { apiFor, contactEmailFor, siteUrlFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { sendMessageInput } from '#server/support/support.schema.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  const viewer = (await apiFor(args).auth.session())?.viewer
  return {
    writer: viewer ? { name: viewer.fullName, email: viewer.email } : null,
    contactEmail: contactEmailFor(args),
    canonical: siteUrlFor(args) + paths.contact(),
  }
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'message',
    texts: await parseForm(args.request),
    schema: sendMessageInput,
    submit: async (api, input) => data({ message: await api.support.sendMessage(input) }),
    fallback: 'Something went wrong on our side, and your message was not sent. Please try again.',
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Contact | WTF',
    description: 'Contact WTF. You get a reference straight away and a reply from a person.',
    canonical: data?.canonical ?? paths.contact(),
  })

export default function Contact() {
  const { writer, contactEmail } = useLoaderData<typeof loader>()
  return <ContactPage writer={writer} contactEmail={contactEmail} />
}
