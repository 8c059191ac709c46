/** What went wrong, in words of the domain; http and tRPC each translate it in one place. */
export type AppErrorCode =
  'not_found' | 'bad_input' | 'unauthorized' | 'forbidden' | 'conflict' | 'too_many' | 'unavailable'

export class AppError extends Error {
  readonly code: AppErrorCode
  /** The field of the form that it belongs to: 'email', 'password'. */
  readonly field: string | undefined

  constructor(code: AppErrorCode, message: string, { field, ...options }: ErrorOptions & { field?: string } = {}) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.field = field
  }
}
