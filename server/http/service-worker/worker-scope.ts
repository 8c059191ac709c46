/** As much of a service worker's world as worker.js uses: TypeScript's own description cannot stand beside that of pages. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly location: { readonly origin: string }
  readonly clients: { claim: () => Promise<void>; get: (id: string) => Promise<{ postMessage: (message: unknown) => void } | undefined> }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
    (type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
    (type: 'message', listener: (event: WorkerMessageEvent) => void): void
  }
}

export interface LastingEvent {
  waitUntil: (work: Promise<unknown>) => void
}

export interface WorkerFetchEvent extends LastingEvent {
  readonly request: Request
  readonly clientId: string
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

/** What a page asks for (app/features/install/offline-app.ts): that it can be opened later, with what it shows. */
export interface WorkerMessageEvent extends LastingEvent {
  readonly data: { type?: unknown; page?: unknown; resources?: unknown } | null
}
