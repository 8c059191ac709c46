import { expect, test, vi } from 'vitest'
import { escapeControls } from './escape-controls.ts'
import { loggedError, log, logConsole } from './log.ts'

test('writes text with control characters on one line', () => {
  const line = escapeControls(JSON.stringify({ msg: 'a\nb\u001b[31m\u007f\u009b31m\u2028c' }))
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
  expect(JSON.parse(line)).toEqual({ msg: 'a\nb\u001b[31m\u007f\u009b31m\u2028c' })
})

test('logs what libraries print to the console', () => {
  const lines: unknown[] = []
  vi.spyOn(log, 'error').mockImplementation(((entry: unknown) => lines.push(entry)) as never)
  vi.spyOn(log, 'warn').mockImplementation(((entry: unknown) => lines.push(entry)) as never)
  const printer = { error: () => undefined, warn: () => undefined } as Pick<Console, 'error' | 'warn'>
  logConsole(printer)
  const fault = new Error('No route matches URL "/x\n{}"')
  printer.error(fault)
  printer.error('in %s', 'discover', fault)
  printer.warn('x'.repeat(10_000))
  expect(lines).toEqual([
    { err: fault, msg: fault.message },
    { err: fault, msg: 'in discover' },
    { msg: 'x'.repeat(4_000) },
  ])
})

test('writes the message and stack of values that are not an Error', () => {
  const { message, stack } = new Error('connection refused')
  // pg-boss emits errors in this form.
  expect(loggedError({ message, stack, code: 'ECONNREFUSED', queue: 'mails' })).toEqual({
    type: 'object',
    message: 'connection refused',
    code: 'ECONNREFUSED',
    stack: expect.stringMatching(/^object: connection refused\n\s+at /) as string,
  })
  expect(loggedError({ queue: 'mails', worker: 1 }).message).toBe('no message. Fields: queue, worker')
  expect(loggedError('text')).toEqual({ type: 'string', message: 'text' })
})
