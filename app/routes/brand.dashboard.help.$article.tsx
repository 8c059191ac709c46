import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ARTICLES } from '#app/features/dashboard/help-articles.ts'
import { HelpArticlePage } from '#app/features/dashboard/help-page.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const article = ARTICLES.find(({ id }) => id === params['article'])
  if (!article) throw new Response('Not found', { status: 404 })
  return { id: article.id, title: article.title }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Help'} | WTF` }]

export default function HelpArticle() {
  return <HelpArticlePage id={useLoaderData<typeof loader>().id} />
}
