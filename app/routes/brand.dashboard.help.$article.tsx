import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ARTICLES } from '#app/features/dashboard/help-articles.ts'
import { HelpArticlePage } from '#app/features/dashboard/help-page.tsx'
import { siteUrlFor } from '#app/lib/api.server.ts'

export function loader(args: LoaderFunctionArgs) {
  const article = ARTICLES.find(({ id }) => id === args.params['article'])
  if (!article) throw new Response('Not found', { status: 404 })
  return { id: article.id, title: article.title, siteUrl: siteUrlFor(args) }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Help'} | WTF` }]

export default function HelpArticle() {
  const { id, siteUrl } = useLoaderData<typeof loader>()
  return <HelpArticlePage id={id} siteUrl={siteUrl} />
}
