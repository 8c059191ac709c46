import { createStore } from './store.ts'

export interface Toast {
  title: string
  text?: string
  tone: 'plain' | 'error'
}

/** One at a time. */
export const toast = createStore<Toast | null>(null)
