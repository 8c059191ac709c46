import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Search from 'lucide-react/icons/search'
import { Fragment, useState } from 'react'
import { HELP_TOPICS, type HelpArticle } from './help-article.ts'
import { ARTICLES, searchArticles } from './help-articles.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { CopyExample } from '#app/components/copy-example.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'

/** All articles by topic, and search results as you type. @param props.q the search text in the URL */
export function HelpPage({ q }: { q: string }) {
  const [typed, setTyped] = useState({ of: q, text: q })
  const query = typed.of === q ? typed.text : q
  const found = searchArticles(query)
  const isSearching = found !== ARTICLES
  return (
    <>
      <h1 className="text-(length:--text-section) leading-none">Help</h1>
      <Form method="get" action={dashboardPaths.help()} role="search" className="relative mt-6 max-w-xl">
        <input
          type="search"
          name="q"
          value={query}
          onChange={(event) => setTyped({ of: q, text: event.target.value })}
          maxLength={100}
          autoComplete="off"
          aria-label="Search help articles"
          placeholder="Search help articles"
          className="field w-full pr-12"
        />
        <button type="submit" aria-label="Search" className="icon-button absolute top-0 right-1">
          <Search aria-hidden size={18} />
        </button>
      </Form>
      <p role="status" className="mt-4 min-h-5 text-sm text-muted">
        {isSearching &&
          (found.length ? `${found.length} ${found.length === 1 ? 'article' : 'articles'}` : 'No matching articles.')}
      </p>
      {isSearching ? (
        <ArticleLinks articles={found} />
      ) : (
        <div className="mt-4 grid gap-x-10 gap-y-10 lg:grid-cols-3">
          {HELP_TOPICS.map((topic) => (
            <section key={topic} aria-label={topic}>
              <h2 className="mb-2 text-2xl leading-tight">{topic}</h2>
              <ArticleLinks articles={ARTICLES.filter((article) => article.topic === topic)} />
            </section>
          ))}
        </div>
      )}
      <NotEnough subject={isSearching && query.trim() ? `Question: ${query.trim()}` : 'Question about the dashboard'} />
    </>
  )
}

/** An article with related ones and a link to support. */
export function HelpArticlePage({ id, siteUrl }: { id: string; siteUrl: string }) {
  const article = ARTICLES.find((each) => each.id === id)
  if (!article) return null
  return (
    <>
      <BackLink fallback={dashboardPaths.help()} label="Help" />
      <article className="mt-6">
        <p className="eyebrow">{article.topic}</p>
        <h1 className="mt-2 max-w-[28ch] text-(length:--text-section) leading-none">{article.title}</h1>
        <div className="reading mt-7 max-w-[64ch]">
          {article.answer.map((paragraph) => (
            <p key={paragraph}>
              <WithLinks text={paragraph} />
            </p>
          ))}
          {article.guide?.map(({ title, steps }) => (
            <section key={title} aria-label={title}>
              <h2 className="text-2xl leading-tight">{title}</h2>
              <ol className="mt-3 list-decimal space-y-2 pl-6">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          ))}
        </div>
        {article.snippet && (
          <section aria-labelledby="snippet" className="mt-10 max-w-[64ch]">
            <h2 id="snippet" className="text-2xl leading-tight">
              {article.snippet.label}
            </h2>
            <p className="mt-3 text-pretty">{article.snippet.lead}</p>
            <CopyExample label={article.snippet.label} text={article.snippet.text(siteUrl)} />
          </section>
        )}
      </article>
      <section aria-labelledby="related" className="mt-10 max-w-xl">
        <h2 id="related" className="mb-2 text-2xl leading-tight">
          Related
        </h2>
        <ArticleLinks articles={ARTICLES.filter((each) => article.related.includes(each.id))} />
      </section>
      <NotEnough subject={article.title} />
    </>
  )
}

function ArticleLinks({ articles }: { articles: readonly HelpArticle[] }) {
  return (
    <ul className="max-w-xl divide-y divide-line/60 border-y border-line text-sm empty:hidden">
      {articles.map(({ id, title }) => (
        <li key={id}>
          <Link
            to={dashboardPaths.help(id)}
            prefetch="intent"
            className="flex min-h-10 items-center py-2 hover:underline"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NotEnough({ subject }: { subject: string }) {
  return (
    <p className="mt-10 flex flex-wrap items-center gap-x-5 gap-y-3 text-sm text-muted">
      Still need help?
      <Link to={paths.contact({ subject })} className="button button-quiet text-text">
        Contact us
      </Link>
    </p>
  )
}

/** Turns [text](/address) into a link. */
function WithLinks({ text }: { text: string }) {
  const [first = '', ...rest] = text.split(/\[([^\]]*)\]\(([^)]*)\)/)
  return (
    <>
      {first}
      {Array.from({ length: rest.length / 3 }, (_, index) => {
        const [label = '', to = '', after = ''] = rest.slice(index * 3)
        return (
          <Fragment key={index}>
            <Link to={to} className="link">
              {label}
            </Link>
            {after}
          </Fragment>
        )
      })}
    </>
  )
}
