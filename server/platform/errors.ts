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

export const HTTP_STATUS: Record<AppErrorCode, number> = {
  not_found: 404,
  bad_input: 400,
  unauthorized: 401,
  forbidden: 403,
  conflict: 409,
  unavailable: 503,
}
