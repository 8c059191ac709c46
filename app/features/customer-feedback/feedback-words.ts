import type { FeedbackItem } from './customer-feedback-address.ts'

export const STATES: Record<FeedbackItem['status'], { name: string; colour: string }> = {
  pending: { name: 'Pending', colour: 'text-text' },
  investigating: { name: 'Investigating', colour: 'text-text' },
  resolved: { name: 'Resolved', colour: 'text-good' },
  closed: { name: 'Closed', colour: 'text-muted' },
}
export const PRIORITIES: Record<FeedbackItem['priority'], { name: string; colour: string }> = {
  low: { name: 'Low priority', colour: 'text-muted' },
  medium: { name: 'Medium priority', colour: 'text-muted' },
  high: { name: 'High priority', colour: 'text-sale' },
  urgent: { name: 'Urgent', colour: 'text-sale' },
}
export const CATEGORIES: Record<FeedbackItem['category'], string> = {
  service: 'Service',
  shipping: 'Shipping',
  quality: 'Quality',
  communication: 'Communication',
  overall: 'Overall',
}
export const STATUS_FILTERS = {
  urgent: 'Urgent and open',
  pending: 'Pending',
  investigating: 'Investigating',
  resolved: 'Resolved',
  closed: 'Closed',
}
export const ANSWER_FILTERS = { waiting: 'Awaiting response', answered: 'Responded' }
export const RATING_FILTERS = { 5: '5 stars', 4: '4 stars', 3: '3 stars', 2: '2 stars', 1: '1 star' }

/** Formats an average rating: '4.35', '4'. */
export const starsText = (average: number): string => String(Math.round(average * 100) / 100)

/** Returns what a button is about, for screen readers: 'Ada B. on Linen dress'. */
export const aboutItem = (
  item: { author: string } & ({ kind: 'review'; productName: string } | { kind: 'feedback' }),
) => (item.kind === 'review' ? `${item.author} on ${item.productName}` : item.author)
