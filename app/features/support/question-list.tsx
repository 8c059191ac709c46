import { Link } from '#app/components/link.tsx'
import { Fragment } from 'react'
import { paths } from '#app/lib/paths.ts'
import { TOPICS, type Question } from './questions.ts'
import { markWords } from './search-questions.ts'

interface QuestionListProps {
  questions: readonly Question[]
  /** Words to highlight. */
  words?: readonly string[]
  /** Shows the topic of each question. */
  withTopic?: boolean
  headingLevel?: 'h2' | 'h3'
}

/** Questions on the left, their answers beside them. */
export function QuestionList({
  questions,
  words = [],
  withTopic = false,
  headingLevel: Heading = 'h2',
}: QuestionListProps) {
  return (
    <div className="border-t border-line">
      {questions.map(({ id, topic, question, answer }) => (
        <article
          key={id}
          id={id}
          className="question grid gap-x-14 gap-y-4 border-b border-line py-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:py-10"
        >
          <div>
            {withTopic && (
              <p className="mb-2 text-sm">
                <Link to={paths.support(topic)} className="text-muted hover:text-text">
                  {titleOf(topic)}
                </Link>
              </p>
            )}
            <Heading className="max-w-[22ch] text-[clamp(1.5rem,2.4vw,2rem)] leading-[1.12]">
              <Marked text={question} words={words} />
            </Heading>
          </div>
          <div className="reading max-w-[60ch]">
            {answer.map((paragraph) => (
              <p key={paragraph}>
                <WithLinks text={paragraph} words={words} />
              </p>
            ))}
          </div>
        </article>
      ))}
    </div>
  )
}

const titleOf = (topic: Question['topic']): string => TOPICS.find((each) => each.topic === topic)?.title ?? ''

/** Turns [text](/address) into a link. */
function WithLinks({ text, words }: { text: string; words: readonly string[] }) {
  const [first = '', ...rest] = text.split(/\[([^\]]*)\]\(([^)]*)\)/)
  return (
    <>
      <Marked text={first} words={words} />
      {Array.from({ length: rest.length / 3 }, (_, index) => {
        const [label = '', to = '', after = ''] = rest.slice(index * 3)
        return (
          <Fragment key={index}>
            <Link to={to} className="link">
              <Marked text={label} words={words} />
            </Link>
            <Marked text={after} words={words} />
          </Fragment>
        )
      })}
    </>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part, index) => (index % 2 ? <mark key={index}>{part}</mark> : part))
}
