import { createShared } from './shared.ts'

export interface Toast {
  title: string
  text?: string
  tone: 'plain' | 'error'
  /** Something to press, such as Undo. */
  action?: { label: string; onPress: () => void }
}

/** One at a time. */
export const toast = createShared<Toast | null>(null)
