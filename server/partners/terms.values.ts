/** The date of the terms at /terms: what a partner accepts is recorded with it. Change it whenever they change. */
export const TERMS_VERSION = '2026-11-23'
