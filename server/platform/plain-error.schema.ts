import type { z } from 'zod'

/** Messages for errors without a text in an API's schema, so that callers never see zod's own. */
export const plainError: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'This is missing.'
    if (issue.expected === 'int' || issue.expected === 'number') return 'Use a whole number, such as 2.'
    const expected = {
      string: 'a string',
      array: 'an array',
      object: 'an object',
      boolean: 'true or false',
      record: 'an object',
    } as const
    return `This must be ${expected[issue.expected as keyof typeof expected] ?? `of type ${issue.expected}`}.`
  }
  if (issue.code === 'too_big')
    return issue.origin === 'array'
      ? `This list has more than ${issue.maximum} entries.`
      : issue.origin === 'string'
        ? `Use at most ${issue.maximum} characters.`
        : `This is more than ${issue.maximum}.`
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum > 1) return `Use at least ${issue.minimum} characters.`
    return issue.origin === 'string' || issue.origin === 'array'
      ? 'This is empty.'
      : `This is less than ${issue.minimum}.`
  }
  if (issue.code === 'invalid_format') {
    if (issue.format === 'regex' && issue.pattern) return `This must match ${issue.pattern}.`
    const format = {
      uuid: 'a UUID',
      url: 'a URL that starts with https://',
      datetime: 'a time like 2026-11-23T12:00:00Z',
    } as const
    return `This must be ${format[issue.format as keyof typeof format] ?? `in the format ${issue.format}`}.`
  }
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.slice(0, 5).join(', ')}.`
  if (issue.code === 'invalid_value')
    return `This must be one of: ${issue.values.map((value) => (value === '' ? '""' : String(value))).join(', ')}.`
  return 'This is not valid.'
}
