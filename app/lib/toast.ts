import { createShared } from './shared.ts'

export interface Toast {
  title: string
  text?: string
  tone: 'plain' | 'error'
  /** A button, such as Undo. */
  action?: { label: string; onPress: () => void }
}

/** The current toast. */
export const toast = createShared<Toast | null>(null)
