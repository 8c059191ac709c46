/** What went wrong, in words of the domain; http and tRPC each translate it in one place. */
export type AppErrorCode =
  'not_found' | 'bad_input' | 'unauthorized' | 'forbidden' | 'conflict' | 'too_many' | 'unavailable'

export class AppError extends Error {
  readonly code: AppErrorCode
  /** The field of the form that it belongs to: 'email', 'password'. */
  readonly field: string | undefined
  /** A name of what is wrong, where a code does not say enough: 'DOMAIN_TOO_LONG'. */
  readonly reason: string | undefined

  constructor(
    code: AppErrorCode,
    message: string,
    { field, reason, ...options }: ErrorOptions & { field?: string; reason?: string } = {},
  ) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.field = field
    this.reason = reason
  }
}
