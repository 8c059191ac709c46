import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { paths } from '#app/lib/paths.ts'

export interface DocumentSection {
  /** The section's anchor: /privacy#cookies */
  id: string
  title: string
  body: ReactNode
}

interface DocumentPageProps {
  title: string
  /** '21 November 2026' */
  updated: string
  /** The first paragraph, a summary. */
  lead: string
  sections: readonly DocumentSection[]
}

const OTHERS = [
  ['Terms of Service', paths.terms()],
  ['Privacy Policy', paths.privacy()],
  ['Reviews policy', paths.reviewsPolicy()],
] as const

/** A long text to read or print: with a table of contents, without the shop's navigation. */
export function DocumentPage({ title, updated, lead, sections }: DocumentPageProps) {
  return (
    <main id="content" className="document page pb-28">
      <div className="flex items-center justify-between gap-6 border-b border-line py-4 print:hidden">
        <BackLink fallback={paths.home()} />
        <Link
          to={paths.home()}
          aria-label="WTF, home"
          className="font-display text-2xl leading-none font-bold tracking-tight"
        >
          WTF<span className="text-accent">.</span>
        </Link>
      </div>
      <div className="mx-auto max-w-[76rem]">
        <header className="pt-[clamp(3rem,8vw,7rem)] pb-[clamp(2.5rem,6vw,5rem)]">
          <h1 className="max-w-[12ch] text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">{title}</h1>
          <p className="mt-8 text-sm text-muted">Last updated {updated}</p>
        </header>
        <div className="grid gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-12 border-t border-line pt-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <nav
            aria-label="Contents"
            className="self-start print:hidden lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto"
          >
            <p className="eyebrow">Contents</p>
            <ol className="mt-3 text-sm">
              {sections.map((section) => (
                <li key={section.id}>
                  <a
                    href={`#${section.id}`}
                    className="inline-flex min-h-9 items-center text-muted hover:text-text max-lg:min-h-11"
                  >
                    {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="max-w-[68ch] min-w-0">
            <p className="document-lead text-[clamp(1.2rem,1.8vw,1.4rem)] leading-relaxed text-pretty">{lead}</p>
            {sections.map((section) => (
              <section
                key={section.id}
                id={section.id}
                aria-labelledby={`${section.id}-title`}
                className="mt-16 scroll-mt-8"
              >
                <h2 id={`${section.id}-title`} className="text-[clamp(1.6rem,2.6vw,2.15rem)] leading-tight">
                  {section.title}
                </h2>
                <div className="reading mt-4">{section.body}</div>
              </section>
            ))}
            <nav
              aria-label="Other documents"
              className="mt-20 flex flex-wrap gap-x-7 border-t border-line pt-5 print:hidden"
            >
              {OTHERS.filter(([name]) => name !== title).map(([name, to]) => (
                <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
                  {name}
                </Link>
              ))}
              <Link to={paths.contact()} className="link inline-flex min-h-11 items-center">
                Contact
              </Link>
            </nav>
          </div>
        </div>
      </div>
    </main>
  )
}

/** Facts in rows; on phones each row is a block. */
export function FactTable({
  head,
  rows,
}: {
  head: readonly string[]
  rows: ReadonlyArray<readonly [ReactNode, ...ReactNode[]]>
}) {
  return (
    <table className="document-facts">
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others], index) => (
          <tr key={index}>
            <th scope="row">{first}</th>
            {others.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Our contact details, within a sentence. */
export function WriteTo({ contactEmail }: { contactEmail: string | null }) {
  return contactEmail ? (
    <>
      write to{' '}
      <a href={`mailto:${contactEmail}`} className="link [overflow-wrap:anywhere]">
        {contactEmail}
      </a>{' '}
      or use{' '}
      <Link to={paths.contact()} className="link">
        the contact form
      </Link>
    </>
  ) : (
    <>
      use{' '}
      <Link to={paths.contact()} className="link">
        the contact form
      </Link>
    </>
  )
}
