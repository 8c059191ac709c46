/** What went wrong, in words of the domain; http and tRPC each translate it in one place. */
export type AppErrorCode = 'not_found' | 'bad_input' | 'unauthorized' | 'forbidden' | 'conflict' | 'unavailable'

export class AppError extends Error {
  readonly code: AppErrorCode

  constructor(code: AppErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
  }
}
