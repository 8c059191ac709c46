/** The kind of failure, in domain terms. HTTP and tRPC each translate it in one place. */
export type AppErrorCode =
  'not_found' | 'bad_input' | 'unauthorized' | 'forbidden' | 'conflict' | 'too_many' | 'unavailable'

export class AppError extends Error {
  readonly code: AppErrorCode
  /** The form field that it belongs to: 'email', 'password'. */
  readonly field: string | undefined
  /** A name for the problem if the code is not specific enough: 'DOMAIN_TOO_LONG'. */
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
