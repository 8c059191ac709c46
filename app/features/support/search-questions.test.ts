import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SUPPORT_TOPICS } from '#server/support/ticket-values.schema.ts'
import { QUESTIONS, TOPICS } from './questions.ts'
import { markWords, searchQuestions, wordsOf } from './search-questions.ts'

describe('the questions', () => {
  test('have unique anchors, at least five entries per topic and four frequent entries', () => {
    expect(TOPICS.map(({ topic }) => topic)).toEqual([...SUPPORT_TOPICS])
    for (const { topic } of TOPICS)
      expect(QUESTIONS.filter((question) => question.topic === topic).length, topic).toBeGreaterThanOrEqual(5)
    expect(QUESTIONS.filter(({ isFrequent }) => isFrequent)).toHaveLength(4)
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length)
  })

  test('make no promises on behalf of stores', () => {
    const everything = JSON.stringify(QUESTIONS)
    expect(everything).not.toMatch(/30[- ]day return|3-5|worldwide shipping/i)
    for (const [, href] of everything.matchAll(/\]\(([^)]*)\)/g)) expect(href).toMatch(/^\/[a-z/#-]*$/)
  })
})

describe('searching the questions', () => {
  test.each([
    ['refund', 'refund'],
    ['How do I get a REFUND?', 'refund'],
    ['returned', 'how-to-return'],
    ['forgot password', 'forgot-password'],
    ['track parcel', 'where-is-my-order'],
    ['delete account', 'delete-account'],
    ['vat', 'taxes'],
    ['cookies', 'cookies'],
  ])('finds "%s"', (query, id) => {
    expect(searchQuestions(query).map((question) => question.id)).toContain(id)
  })

  test('requires every word, and returns nothing for an empty search', () => {
    expect(searchQuestions('refund zzqxj')).toEqual([])
    expect([searchQuestions(''), searchQuestions(' ?! ')]).toEqual([[], []])
  })

  test('ranks matches in the question first', () => {
    expect(searchQuestions('exchange')[0]?.id).toBe('exchange')
  })

  test('accepts any input, and highlighting does not change the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...QUESTIONS), (query, { question }) => {
        searchQuestions(query)
        expect(markWords(question, wordsOf(query)).join('')).toBe(question)
      }),
      { numRuns: 40 },
    )
    expect(markWords('Returns and return', wordsOf('returns'))).toEqual(['', 'Returns', ' and ', 'return', ''])
  })
})
