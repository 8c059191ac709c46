/** The service worker types that worker.js uses. TypeScript's own cannot be loaded together with those of pages. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly location: { readonly origin: string }
  readonly clients: {
    claim: () => Promise<void>
    get: (id: string) => Promise<{ postMessage: (message: unknown) => void } | undefined>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<OpenPage[]>
    openWindow: (url: string) => Promise<unknown>
  }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
    (type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
    (type: 'message', listener: (event: WorkerMessageEvent) => void): void
    (type: 'push', listener: (event: LastingEvent & { readonly data: { json: () => unknown } | null }) => void): void
    (type: 'notificationclick', listener: (event: NoticeClick) => void): void
    (type: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void
  }
}

interface LastingEvent {
  waitUntil: (work: Promise<unknown>) => void
}

interface OpenPage {
  readonly url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
}

interface NoticeClick extends LastingEvent {
  readonly action: string
  readonly notification: Notification
}

/** Some browsers set neither. */
export interface SubscriptionChange extends LastingEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

export interface WorkerFetchEvent extends LastingEvent {
  readonly request: Request
  readonly clientId: string
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

/** A message from a page (app/features/install/offline-app.ts): store this page and its resources for offline use. */
interface WorkerMessageEvent extends LastingEvent {
  readonly data: { type?: unknown; page?: unknown; resources?: unknown } | null
}

/**
 * Paths that are not pages, as regular expressions, by how to handle them. The table of addresses defines them
 * (server/site/addresses.ts).
 */
export type PathRules = Record<'none' | 'asset' | 'picture' | 'file', string>
