import { QUESTIONS, TOPICS, type Question } from './questions.ts'

const NO_WORDS = new Set([
  'a',
  'an',
  'and',
  'are',
  'can',
  'do',
  'does',
  'for',
  'how',
  'i',
  'in',
  'is',
  'it',
  'me',
  'my',
  'of',
  'on',
  'or',
  'the',
  'this',
  'to',
  'what',
  'when',
  'where',
  'who',
  'why',
  'will',
  'with',
  'you',
  'your',
])
const LINK = /\[([^\]]*)\]\([^)]*\)/g

/** Returns the search words: stems, in lower case. Empty if there is nothing to search for. */
export function wordsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !NO_WORDS.has(word))
  return [...new Set((telling.length ? telling : words).map(stem))]
}

/** Returns the word without its ending: 'returns' and 'returned' become 'return'. */
function stem(word: string): string {
  const short = word.replace(/(ing|ed|s)$/, '')
  return short.length >= 4 ? short : word
}

const beginning = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'iu')

const SEARCHED = QUESTIONS.map((question) => {
  const topic = TOPICS.find(({ topic }) => topic === question.topic)?.title ?? ''
  return {
    question,
    everything: [
      question.question,
      question.words,
      topic,
      ...question.answer.map((text) => text.replace(LINK, '$1')),
    ].join(' '),
  }
})

/**
 * Finds questions that match every word at the start of a word: in the question, its answer, its topic or its other
 * words. Questions that match all words in the question itself come first.
 */
export function searchQuestions(query: string): Question[] {
  const words = wordsOf(query).map(beginning)
  if (!words.length) return []
  const found = SEARCHED.filter(({ everything }) => words.every((word) => word.test(everything))).map(
    ({ question }) => question,
  )
  const inQuestion = ({ question }: Question) => words.filter((word) => word.test(question)).length
  return found.sort((one, other) => inQuestion(other) - inQuestion(one))
}

/** Splits a text at the found words. Every second part is a found word in full. */
export function markWords(text: string, words: readonly string[]): string[] {
  return words.length
    ? text.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*)`, 'giu'))
    : [text]
}
