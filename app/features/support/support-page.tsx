import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import type { SupportTopic } from '#server/support/ticket-values.schema.ts'
import { OwnTickets } from './own-tickets.tsx'
import { QuestionList } from './question-list.tsx'
import { QUESTIONS, TOPICS, type Topic } from './questions.ts'
import { searchQuestions, wordsOf } from './search-questions.ts'
import { TicketForm } from './ticket-form.tsx'
import type { Writer } from './writer-fields.tsx'

interface SupportPageProps {
  /** Undefined for the front page. */
  topic: SupportTopic | undefined
  /** The search text in the URL. */
  q: string
  writer: Writer | null
  tickets: RouterOutputs['support']['mine']
}

/** Questions with their answers, by topic and by search, and the form for everything else. */
export function SupportPage({ topic, q, writer, tickets }: SupportPageProps) {
  const [typed, setTyped] = useState({ of: q, text: q })
  const query = typed.of === q ? typed.text : q
  const current = TOPICS.find((each) => each.topic === topic)
  const isSearching = wordsOf(query).length > 0
  return (
    <main id="content" className="page pb-28">
      {current ? (
        <TopicHead current={current} />
      ) : (
        <h1 className="mt-[clamp(3rem,8vw,7rem)] max-w-5xl text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">
          How can we <em>help?</em>
        </h1>
      )}
      <Form
        method="get"
        action={paths.support()}
        role="search"
        className="relative mt-10 max-w-4xl border-b border-muted focus-within:border-accent"
      >
        <input
          type="search"
          name="q"
          value={query}
          onChange={(event) => setTyped({ of: q, text: event.target.value })}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          aria-label="Search questions"
          placeholder="Search questions"
          className="w-full bg-transparent py-[0.35em] pr-11 font-display text-[clamp(1.5rem,3.4vw,2.5rem)] leading-[1.2] outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        <button type="submit" aria-label="Search" className="icon-button absolute right-0 bottom-2">
          <Search aria-hidden size={22} />
        </button>
      </Form>
      {isSearching ? <Results query={query} /> : current ? <TopicQuestions current={current} /> : <FrontPage />}
      <OwnTickets tickets={tickets} />
      <section
        id="ticket"
        aria-labelledby="ticket-title"
        className="mt-28 grid gap-x-14 gap-y-10 border-t border-line pt-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
      >
        <div>
          <h2 id="ticket-title" className="text-(length:--text-title) leading-[0.95] tracking-[-0.02em]">
            Ask a <em>person</em>
          </h2>
          <div className="reading mt-6 max-w-[44ch] text-muted">
            <p>You get a reference straight away, and a person replies by email.</p>
            <p>
              For questions about an order, a parcel or a payment, ask the store first, because only the store has the
              details. We can help with your account, with anything shown on WTF, or with a store that does not answer.
            </p>
          </div>
        </div>
        <TicketForm writer={writer} category={current?.category ?? 'other'} />
      </section>
    </main>
  )
}

function TopicHead({ current: { title, lead } }: { current: Topic }) {
  return (
    <header>
      <div className="mt-4">
        <BackLink fallback={paths.support()} label="Support" />
      </div>
      <h1 className="mt-[clamp(1.5rem,4vw,4rem)] text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">
        {title}
      </h1>
      <p className="mt-8 max-w-[52ch] text-xl leading-relaxed text-pretty">{lead}</p>
    </header>
  )
}

function FrontPage() {
  return (
    <>
      <nav aria-label="Topics" className="mt-20">
        <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {TOPICS.map(({ topic, title, summary }) => (
            <li key={topic} className="border-t border-line">
              <Link to={paths.support(topic)} className="group block h-full pt-6 pb-12">
                <span className="block font-display text-[clamp(2rem,3.6vw,3rem)] leading-none group-hover:underline group-hover:decoration-accent group-hover:decoration-1 group-hover:underline-offset-8">
                  {title}
                </span>
                <span className="mt-3 block text-muted">{summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="frequent" className="mt-14">
        <h2 id="frequent" className="mb-7 text-(length:--text-section) leading-none">
          Common questions
        </h2>
        <QuestionList questions={QUESTIONS.filter(({ isFrequent }) => isFrequent)} headingLevel="h3" />
      </section>
    </>
  )
}

function TopicQuestions({ current }: { current: Topic }) {
  return (
    <>
      <div className="mt-16">
        <QuestionList questions={QUESTIONS.filter(({ topic }) => topic === current.topic)} />
      </div>
      <nav aria-label="Other topics" className="mt-10 flex flex-wrap gap-x-7">
        {TOPICS.filter(({ topic }) => topic !== current.topic).map(({ topic, title }) => (
          <Link
            key={topic}
            to={paths.support(topic)}
            className="link inline-flex min-h-11 items-center text-muted hover:text-text"
          >
            {title}
          </Link>
        ))}
      </nav>
    </>
  )
}

function Results({ query }: { query: string }) {
  const found = searchQuestions(query)
  return (
    <section aria-label="Answers" className="mt-12">
      <p role="status" className="mb-7 text-muted">
        {found.length === 0 ? (
          <>
            No questions match <q className="text-text">{query.trim()}</q>.
          </>
        ) : (
          `${found.length} ${found.length === 1 ? 'answer' : 'answers'}`
        )}
      </p>
      {found.length > 0 ? (
        <QuestionList questions={found} words={wordsOf(query)} withTopic />
      ) : (
        <div className="flex flex-wrap gap-3">
          <a href="#ticket" className="button button-accent">
            Ask a person
          </a>
          <Link to={paths.support()} className="button button-quiet">
            Show all topics
          </Link>
        </div>
      )}
    </section>
  )
}
