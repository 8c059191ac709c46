/**
 * Returns the random end of an id, to distinguish items on a page. A UUIDv7 begins with its time, so neighbours begin
 * alike.
 */
export const shortId = (id: string): string => id.slice(-8)
