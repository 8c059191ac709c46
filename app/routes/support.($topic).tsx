import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TOPICS } from '#app/features/support/questions.ts'
import { SupportPage } from '#app/features/support/support-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { openTicketInput } from '#server/support/support.schema.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

const MAX_QUERY = 100

export async function loader(args: LoaderFunctionArgs) {
  const topic = TOPICS.find((each) => each.topic === args.params['topic'])?.topic
  if (args.params['topic'] !== undefined && !topic) throw new Response('Not found', { status: 404 })
  const api = apiFor(args)
  const viewer = (await api.auth.session())?.viewer
  return {
    topic,
    q: (new URL(args.request.url).searchParams.get('q') ?? '').slice(0, MAX_QUERY),
    writer: viewer ? { name: viewer.fullName, email: viewer.email } : null,
    tickets: viewer ? await api.support.mine() : [],
    canonical: siteUrlFor(args) + paths.support(topic),
  }
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'ticket',
    texts: await parseForm(args.request),
    schema: openTicketInput,
    submit: async (api, input) => data({ ticket: await api.support.openTicket(input) }),
    fallback: 'Something went wrong on our side, and your ticket was not sent. Please try again.',
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const current = TOPICS.find(({ topic }) => topic === data?.topic)
  return pageMeta({
    title: current ? `${current.title}: questions and answers | WTF` : 'Support | WTF',
    description:
      current?.lead ??
      'Answers about orders, shipping, returns, payment, your account and privacy, and a form for everything else.',
    canonical: data?.canonical ?? paths.support(),
    isIndexed: !data?.q,
  })
}

export default function Support() {
  return <SupportPage {...useLoaderData<typeof loader>()} />
}
