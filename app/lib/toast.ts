import { createShared } from './shared.ts'

export interface Toast {
  title: string
  text?: string
  tone: 'plain' | 'error'
}

/** One at a time. */
export const toast = createShared<Toast | null>(null)
